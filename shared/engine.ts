import { z } from 'zod';

export const EngineKind = z.enum(['managed', 'external', 'demo']);
export type EngineKind = z.infer<typeof EngineKind>;

/** An engine at work stays `ready`; "working" is wording only. */
export const EngineState = z.enum(['stopped', 'starting', 'ready', 'unresponsive', 'stopping', 'backoff', 'failed']);
export type EngineState = z.infer<typeof EngineState>;

const CustomNodeFact = z.object({ name: z.string(), seconds: z.number().nullable(), failed: z.boolean() });

/** What the boot log said; null where it did not say. */
export const BootFacts = z.object({
  comfyui: z.string().nullable(),
  python: z.string().nullable(),
  torch: z.string().nullable(),
  frontend: z.string().nullable(),
  /** Versions of the packages that ComfyUI computes with since 0.17; facts of an older Hearth lack them. */
  comfyKitchen: z.string().nullable().default(null),
  comfyAimdo: z.string().nullable().default(null),
  device: z.string().nullable(),
  vramMb: z.number().nullable(),
  ramMb: z.number().nullable(),
  vramState: z.string().nullable(),
  allocator: z.string().nullable(),
  asyncOffloadStreams: z.number().nullable(),
  pinnedMemoryMb: z.number().nullable(),
  dynamicVram: z.boolean().nullable(),
  attention: z.string().nullable(),
  customNodes: z.array(CustomNodeFact).nullable(),
});
export type BootFacts = z.infer<typeof BootFacts>;

/** A sentence that stands inside another, and may have one inside itself. */
const Said = z.object({
  key: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  get said() {
    return z.record(z.string(), Said).optional();
  },
});

/** A sentence with its parts: `key` of `i18n.errors`, and the English `message` for logs and the command line. */
export const Problem = z.object({
  key: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  message: z.string(),
  /** Which of the params are sentences themselves, to be said in the reader's language too. */
  said: z.record(z.string(), Said).optional(),
});
export type Problem = z.infer<typeof Problem>;

export const FlagSetting = z.object({ flag: z.string().startsWith('--'), value: z.string().nullable() });
export type FlagSetting = z.infer<typeof FlagSetting>;

export const Profile = z.object({
  id: z.string(),
  name: z.string().min(1),
  flags: z.array(FlagSetting),
  env: z.record(z.string(), z.string()),
});
export type Profile = z.infer<typeof Profile>;

export const Engine = z.object({
  id: z.string(),
  kind: EngineKind,
  name: z.string(),
  /** Folder for `managed`; null otherwise. */
  folder: z.string().nullable(),
  state: EngineState,
  /** When it came into this state. */
  since: z.iso.datetime(),
  /** Whether it should run whenever a host runs. */
  isWanted: z.boolean(),
  pid: z.int().nullable(),
  url: z.string().nullable(),
  version: z.string().nullable(),
  profile: z.string().nullable(),
  /** Of the profile in use from the next start on. */
  profileId: z.string().nullable().optional(),
  /** The process runs with other flags than the profile in use has now. */
  isProfileStale: z.boolean().optional(),
  /** What the process was started as: the profile in use, the flags that last worked, without custom nodes, or to try a remedy. */
  variant: z.enum(['profile', 'lastGood', 'safe', 'trial']).nullable().optional(),
  /** The flags that last worked are known, and differ from those in use. */
  hasOtherLastGood: z.boolean().optional(),
  /** Deaths nobody asked for since the host started. */
  restarts: z.int().nonnegative(),
  bootFacts: BootFacts,
  /** Launch whose log is current or last. */
  launchId: z.string().nullable(),
  /** Why it is in `failed` or `backoff`, or why it is late. */
  problem: Problem.nullable(),
  /** For `backoff`: when it tries again. */
  retryAt: z.iso.datetime().nullable(),
  /** Port to offer when the wanted one is taken. */
  freePort: z.int().nullable(),
});
export type Engine = z.infer<typeof Engine>;

/** Memory as `/system_stats` tells it. */
export const EngineMemory = z.object({
  engine: z.string(),
  at: z.iso.datetime(),
  ramTotalBytes: z.number().nullable(),
  ramFreeBytes: z.number().nullable(),
  vramTotalBytes: z.number().nullable(),
  vramFreeBytes: z.number().nullable(),
});
export type EngineMemory = z.infer<typeof EngineMemory>;

export const LogLevel = z.enum(['debug', 'info', 'warning', 'error', 'critical', 'none']);
export type LogLevel = z.infer<typeof LogLevel>;
export const LogLine = z.object({
  /** 1-based line number within the launch's log. */
  n: z.int().positive(),
  /** With ANSI colours as written; carriage-return progress already folded. */
  text: z.string(),
  level: LogLevel,
  /** When it was read; absent where nobody knows. */
  at: z.iso.datetime().optional(),
});
export type LogLine = z.infer<typeof LogLine>;

export const LogPage = z.object({ launchId: z.string().nullable(), lines: z.array(LogLine), total: z.int().nonnegative() });
export type LogPage = z.infer<typeof LogPage>;

/** What is known about the end of an engine process, written when it is gone and its log was read to the end. */
export const ExitReport = z.object({
  launchId: z.string(),
  /** null: killed by a signal, or not a child of this host. */
  code: z.int().nullable(),
  signal: z.string().nullable(),
  /** Name of what code or signal stand for, as systems call it (`SIGSEGV`, `STATUS_ACCESS_VIOLATION`, `OOM_KILL`); null = unnamed. */
  meaning: z.string().nullable(),
  /** How it counts. `requested` and `reboot` are no crashes, whatever the code. */
  end: z.enum(['crash', 'hang', 'requested', 'reboot', 'lost']),
  /** Who or what ended it: `exit`, `stopped`, `restart`, `silent`, `poisoned` and so on. */
  why: z.string(),
  uptimeMs: z.number().nonnegative(),
  /** Whether it had answered before. */
  wasReady: z.boolean(),
  /** Up to 400 last lines, colours stripped; the first one's number in the log. */
  lastLines: z.array(z.string()),
  firstLine: z.int().nonnegative(),
  bootFacts: BootFacts,
  /** Prompt (attempt) that ran there. */
  promptId: z.string().nullable(),
  /** Memory of the machine at that moment. */
  ramTotalBytes: z.number(),
  ramFreeBytes: z.number(),
});
export type ExitReport = z.infer<typeof ExitReport>;

/** A ComfyUI installation as found on disk or behind a URL, with the checks that were made at once. */
export const InstallCheck = z.object({
  id: z.enum(['folder', 'main', 'python', 'torch', 'packages', 'gpu', 'version', 'models', 'disk', 'answer']),
  isOk: z.boolean(),
  /** Key of `i18n.checks` with parameters. */
  key: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
});
export type InstallCheck = z.infer<typeof InstallCheck>;
export const Install = z.object({
  /** Folder that holds `main.py`, or the URL. */
  location: z.string(),
  layout: z.enum(['portable', 'git', 'desktop1', 'desktop2', 'url', 'unknown']),
  python: z.string().nullable(),
  version: z.string().nullable(),
  checks: z.array(InstallCheck),
  isUsable: z.boolean(),
});
export type Install = z.infer<typeof Install>;

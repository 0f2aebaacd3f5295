import { z } from 'zod';
import { Nothing } from './call-shapes.ts';
import { Engine, EngineMemory, FlagSetting, Install, LogPage, Profile } from './engine.ts';
import { EngineLoad } from './engine-load.ts';
import { CommandLine, FlagPage, ParsedFlags } from './flag.ts';
import { EngineStep, FactsPage, Launch } from './launch.ts';
import { LogFilter, LogJob, LogView } from './log.ts';

/** A new engine: the demo one, one that Hearth starts from a ComfyUI folder, or one that runs elsewhere. */
export const EngineAdd = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('demo') }),
  z.object({ kind: z.literal('managed'), folder: z.string().min(1), python: z.string().optional(), name: z.string().optional() }),
  z.object({ kind: z.literal('external'), url: z.string().min(1), name: z.string().optional() }),
]);
export type EngineAdd = z.infer<typeof EngineAdd>;

/** Flags and environment as somebody edits them. Masked secrets mean those of the profile `id`. */
const ProfileDraft = z.object({
  id: z.string().optional(),
  flags: z.array(FlagSetting),
  env: z.record(z.string(), z.string()),
});

/** What a client can ask, order, and be told about engines, their profiles, logs and installations. */
export const engineContract = {
  queries: {
    'engines.memory': { input: z.object({ id: z.string() }), output: EngineMemory },
    'engines.log': {
      /** Lines after `from` (1-based, exclusive), or the last `limit` lines when absent. */
      input: z.object({
        id: z.string(),
        launchId: z.string().optional(),
        from: z.int().nonnegative().optional(),
        limit: z.int().min(1).max(5000).default(1000),
      }),
      output: LogPage,
    },
    /**
     * A stretch of a launch's log as a filter leaves it: from the match at place `at` on, or from the first one whose line has the
     * number `line` or a higher one; the last `limit` ones when both are absent.
     */
    'engines.logView': {
      input: z.object({
        id: z.string(),
        launchId: z.string().optional(),
        filter: LogFilter,
        at: z.int().nonnegative().optional(),
        line: z.int().positive().optional(),
        limit: z.int().min(1).max(5000).default(200),
      }),
      output: LogView,
    },
    /** Place of the nearest error after or before the match at `from`; -1 is before the first. null: there is none. */
    'engines.logError': {
      input: z.object({
        id: z.string(),
        launchId: z.string().optional(),
        filter: LogFilter,
        from: z.int().min(-1),
        direction: z.enum(['next', 'previous']),
      }),
      output: z.object({ at: z.int().nonnegative().nullable() }),
    },
    /** Jobs that ran under a launch, newest first. */
    'engines.logJobs': {
      input: z.object({ id: z.string(), launchId: z.string().optional(), limit: z.int().min(1).max(1000).default(200) }),
      output: z.object({ jobs: z.array(LogJob) }),
    },
    /** Secrets in the environment are masked wherever a profile leaves the host. */
    'profiles.list': { input: Nothing, output: z.object({ profiles: z.array(Profile) }) },
    /** What this installation knows, in groups, with what fits this machine. */
    'engines.flags': { input: z.object({ id: z.string() }), output: FlagPage },
    /** What a draft would be started as, and what is wrong with it. */
    'engines.commandLine': { input: z.object({ id: z.string(), profile: ProfileDraft }), output: CommandLine },
    'engines.parseFlags': { input: z.object({ id: z.string(), text: z.string().max(100_000) }), output: ParsedFlags },
    /** Newest first. */
    'engines.launches': {
      input: z.object({ id: z.string(), limit: z.int().min(1).max(1000).default(100) }),
      output: z.object({ launches: z.array(Launch) }),
    },
    /** Newest first. */
    'engines.history': {
      input: z.object({ id: z.string(), limit: z.int().min(1).max(1000).default(200) }),
      output: z.object({ steps: z.array(EngineStep) }),
    },
    'engines.facts': { input: z.object({ id: z.string() }), output: FactsPage },
    'installs.find': { input: Nothing, output: z.object({ installs: z.array(Install) }) },
    'installs.check': { input: z.object({ location: z.string(), python: z.string().optional() }), output: Install },
  },
  commands: {
    'engines.add': { input: EngineAdd, output: Engine },
    /** One more engine from the same ComfyUI, for another card: the flags in use there and `--cuda-device`, as a profile of its own. */
    'engines.addTwin': { input: z.object({ id: z.string(), device: z.string().regex(/^\d+(,\d+)*$/) }), output: Engine },
    'engines.remove': { input: z.object({ id: z.string() }), output: Nothing },
    /** Start and restart answer at `ready` or `failed`; stop when the process is gone. */
    'engines.start': {
      input: z.object({
        id: z.string(),
        profile: z.string().optional(),
        port: z.int().min(1).max(65535).optional(),
        /** Without custom nodes, this time. */
        isSafe: z.boolean().optional(),
        /** With the flags that last worked, this time. */
        isLastGood: z.boolean().optional(),
      }),
      output: Engine,
    },
    'engines.stop': { input: z.object({ id: z.string() }), output: Engine },
    'engines.restart': {
      input: z.object({ id: z.string(), profile: z.string().optional(), isSafe: z.boolean().optional() }),
      output: Engine,
    },
    /** From the next start on, which `now` asks for at once; answers then as a restart does. */
    'engines.useProfile': {
      input: z.object({ id: z.string(), profile: z.string(), restart: z.enum(['now', 'next']) }),
      output: Engine,
    },
    /** Readings come as `engine.load` for this long; ask again before it is over to have them go on. */
    'engines.watchLoad': { input: z.object({ id: z.string() }), output: z.object({ forMs: z.number() }) },
    /**
     * A new profile without an id. Judged against what `engine` knows where one is named. Masked secrets are kept as they are stored
     * with the profile, or with the one it is a copy of.
     */
    'profiles.save': {
      input: z.object({
        id: z.string().optional(),
        name: z.string().trim().min(1).max(80),
        flags: z.array(FlagSetting).max(500),
        env: z.record(
          z
            .string()
            .regex(/^[^=\0]+$/)
            .max(200),
          z.string().max(32_000),
        ),
        engine: z.string().optional(),
        copyOf: z.string().optional(),
      }),
      output: Profile,
    },
    /** Engines that use it go on with the default one from their next start; `isForced` says that this is known. */
    'profiles.remove': { input: z.object({ id: z.string(), isForced: z.boolean().default(false) }), output: Nothing },
    /** Checks flags against what this installation knows, without starting anything. */
    'engines.judgeFlags': {
      input: z.object({ id: z.string(), flags: z.array(FlagSetting) }),
      output: z.object({ isAccepted: z.boolean(), message: z.string().nullable() }),
    },
  },
  events: {
    'engine.changed': Engine,
    'engine.removed': z.object({ id: z.string() }),
    'engine.memory': EngineMemory,
    'engine.load': EngineLoad,
    'profile.changed': Profile,
    'profile.removed': z.object({ id: z.string() }),
    /** New lines of the current launch; a client that misses some asks `engines.log`. */
    'engine.log': z.object({ engine: z.string(), page: LogPage }),
  },
} as const;

import type { AppError } from '../../shared/app-error.ts';
import type { Engine, EngineMemory, FlagSetting, LogPage, Problem, Profile } from '../../shared/engine.ts';
import type { EngineAdd } from '../../shared/engine-contract.ts';
import type { CommandLine, FlagPage, ParsedFlags } from '../../shared/flag.ts';
import type { FlagPatch } from '../../shared/incident.ts';
import type { EngineStep, FactsPage, Launch } from '../../shared/launch.ts';
import type { LogFilter, LogJob, LogView } from '../../shared/log.ts';
import type { EngineClient } from './client-types.ts';

/** Where a local engine keeps its files; null for an external one. Absolute paths. */
export interface EngineFolders {
  output: string;
  input: string;
  temp: string;
}

/** A ready engine as the dispatcher sees it: one prompt at a time goes through it. */
export interface Lane {
  engineId: string;
  /** Changes with every start; attempts belong to a launch. */
  launchId: string;
  kind: Engine['kind'];
  client: EngineClient;
  folders: EngineFolders | null;
  /** Whether this process was already running when the host started (adopted or external). */
  isAdopted: boolean;
}

/** Why a lane went away. `requested` and `reboot` count against no job. */
export type LaneEnd = 'crash' | 'hang' | 'requested' | 'reboot' | 'unreachable';

export type LaneChange =
  | { type: 'up'; lane: Lane }
  /**
   * Whether new prompts may be handed over. Closed while the engine is silent, is being stopped, or finishes what an earlier
   * host gave it before it is restarted; a lane that comes up is open. What already runs there goes on until `down`.
   */
  | { type: 'claims'; engineId: string; launchId: string; isOpen: boolean }
  /** Told once the process is gone: nothing of that launch can write any more. `said`: what in `oneLine` is a sentence of Hearth's own. */
  | { type: 'down'; engineId: string; launchId: string; why: LaneEnd; oneLine: string; said?: Problem['said'] };

interface LogWish {
  /** The current or last one when absent. */
  launchId?: string | undefined;
  filter: LogFilter;
}
type LogViewWish = LogWish & { at?: number | undefined; line?: number | undefined; limit: number };
type LogErrorWish = LogWish & { from: number; direction: 'next' | 'previous' };

/** Every engine Hearth knows: rows, their processes, and the lanes over those that are ready. */
export interface Engines {
  list(): Engine[];
  get(id: string): Engine | undefined;
  /** Adds a row and answers at once; start it with `start`. Throws AppError for an unusable folder or URL. */
  add(engine: EngineAdd): Promise<Engine>;
  /** Adds a row for one more engine from the installation of `id`. Throws AppError for an engine that is not a ComfyUI of ours. */
  addBeside(id: string): Engine;
  /** Stops it if it runs, then forgets it. Nothing on disk goes. */
  remove(id: string): Promise<void>;
  /**
   * Makes it wanted. Resolves at `ready` or `failed`. Profile (id or name) and port are kept for later starts; `isSafe` leaves
   * custom nodes out this time, `isLastGood` uses the flags that last worked.
   */
  start(id: string, options?: { profile?: string; port?: number; isSafe?: boolean; isLastGood?: boolean }): Promise<Engine>;
  /** Makes it unwanted. Resolves when the process is gone. */
  stop(id: string): Promise<Engine>;
  /** Whether the next host starts it; nothing is started or stopped now. */
  setWanted(id: string, isWanted: boolean): void;
  restart(id: string, options?: { profile?: string; isSafe?: boolean }): Promise<Engine>;
  /** From the next start on; `now` asks for one and resolves as `restart` does. Throws AppError for a profile that is not there. */
  chooseProfile(id: string, profile: string, restart: 'now' | 'next'): Promise<Engine>;
  /** A profile's flags with a remedy's changes, as its installation understands them: groups that exclude each other, opposites. */
  patchedFlags(id: string, flags: readonly FlagSetting[], patches: readonly FlagPatch[]): Promise<FlagSetting[]>;
  /**
   * Starts or restarts it with these flags and environment instead of its profile, and makes it wanted. Resolves at `ready` or `failed`:
   * a start that does not come up is not tried again, and whatever starts the engine later takes the profile.
   */
  startTrial(id: string, profile: Profile): Promise<Engine>;
  /** What was tried is stored as this profile, which becomes the one in use; the process goes on. */
  keepTrial(id: string, profile: Profile): Engine;
  /** Takes over live processes of an earlier host, then starts what is wanted. Answers when adoption is decided, not when engines are ready. */
  startWanted(): Promise<void>;
  /** The queue's verdict over an engine that answers but does no work: kill and start again. */
  declareDead(id: string, reason: 'poisoned' | 'dead-worker' | 'stalled' | 'uninterruptible'): Promise<void>;
  /** What runs there now, so that a stop can interrupt it first. null also tells a lane with closed claims that it is drained. */
  setRunning(id: string, promptId: string | null): void;
  /** The queue put a job on hold over this death: it no longer counts against the engine's crash budget. */
  forgiveDeath(id: string, launchId: string): void;
  /** How many jobs wait for an engine: with some waiting, a failed engine is tried again by itself. */
  setWaiting(count: number): void;
  lanes(): Lane[];
  /** Called with every current lane at once, then with each change. */
  onLane(listener: (change: LaneChange) => void): () => void;
  memory(id: string): Promise<EngineMemory>;
  log(id: string, page: { launchId?: string | undefined; from?: number | undefined; limit: number }): Promise<LogPage>;
  /** Reject with AppError for a text that is no pattern, and for a pattern that takes too long. */
  logView(id: string, view: LogViewWish): Promise<LogView>;
  logError(id: string, wish: LogErrorWish): Promise<{ at: number | null }>;
  logJobs(id: string, wish: { launchId?: string | undefined; limit: number }): LogJob[];
  judgeFlags(id: string, flags: FlagSetting[]): Promise<{ isAccepted: boolean; message: string | null }>;
  /** What its installation knows. These reject with AppError for an external engine, and for an installation that cannot be used. */
  flags(id: string): Promise<FlagPage>;
  commandLine(id: string, draft: Pick<Profile, 'flags' | 'env'>): Promise<CommandLine>;
  parseFlags(id: string, text: string): Promise<ParsedFlags>;
  /** null: accepted, or nobody could be asked. */
  judgeProfile(id: string, draft: Pick<Profile, 'flags' | 'env'>): Promise<AppError | null>;
  /** Newest first. */
  launches(id: string, limit: number): Promise<Launch[]>;
  history(id: string, limit: number): EngineStep[];
  facts(id: string): FactsPage;
  /** Stops every process Hearth started or adopted, within the ladder's deadline. */
  close(): Promise<void>;
}

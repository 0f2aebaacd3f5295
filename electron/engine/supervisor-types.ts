import type { Engine, ExitReport, LogPage, Profile } from '../../shared/engine.ts';
import type { Settings } from '../../shared/settings.ts';
import type { Db } from '../db/database.ts';
import type { EngineEventRows } from '../db/engine-events.ts';
import type { LaunchRows } from '../db/engine-launches.ts';
import type { EngineRow, EngineRows } from '../db/engines.ts';
import type { ProfileRows } from '../db/profiles.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { EngineClient, EngineStats } from './client-types.ts';
import type { Lane, LaneChange } from './engines.ts';
import type { Condemnation } from './machine.ts';
import type { PortState } from './ports.ts';
import type { PrepareLaunch } from './prepare-launch.ts';
import type { ProcessTable } from './process-table.ts';

export interface StartOptions {
  /** Id or name of the profile to use from now on. */
  profile?: string | undefined;
  /** Port to use from now on. */
  port?: number | undefined;
  /** Without custom nodes, this time. */
  isSafe?: boolean | undefined;
  /** With the flags that last worked, this time. */
  isLastGood?: boolean | undefined;
  /** With this instead of its profile, this time. */
  trial?: Profile | undefined;
  /** From now on it runs whenever a host runs. */
  isWanted?: boolean | undefined;
}

/** One engine under watch: a process of ours, or one that somebody else runs. */
export interface Supervisor {
  readonly row: EngineRow;
  view(): Engine;
  /** The lane while it is up, with whether it takes new prompts. */
  lane(): { lane: Lane; isOpen: boolean } | null;
  client(): EngineClient | null;
  setWanted(isWanted: boolean): void;
  /** Id or name of the profile of the next start. Throws AppError when there is none. */
  chooseProfile(profile: string): void;
  /** What was tried is a stored profile now, and the one in use; a process that runs with it goes on. */
  keepTrial(profile: Profile): void;
  /** Resolve when the engine has come to rest: `ready`, `failed` or `stopped`. */
  start(options: StartOptions): Promise<Engine>;
  stop(): Promise<Engine>;
  restart(options: StartOptions): Promise<Engine>;
  /** Takes over what an earlier host left; what is not wanted any more finishes what it has. Resolves when that is decided. */
  adopt(isWanted: boolean): Promise<void>;
  /** Resolves when the process is gone. */
  declareDead(why: Condemnation): Promise<void>;
  setRunning(promptId: string | null): void;
  forgive(launchId: string): void;
  /** Work began or ceased to wait. */
  waitingChanged(): void;
  /** Stops the process if there is one, and everything else. */
  close(): Promise<void>;
}

/** What every supervisor is given. */
export interface SupervisorDeps {
  db: Db;
  rows: EngineRows;
  launches: LaunchRows;
  events: EngineEventRows;
  profiles: ProfileRows;
  clock: Clock;
  log: Log;
  settings: () => Settings;
  random: () => number;
  table: ProcessTable;
  platform: NodeJS.Platform;
  prepare: PrepareLaunch;
  openClient: (options: { url: string; clientId: string }) => EngineClient;
  /** One question over HTTP; rejects where no ComfyUI answers. */
  probe: (url: string) => Promise<EngineStats>;
  ports: { state: (port: number) => Promise<PortState>; nextFree: (first: number) => Promise<number> };
  /** Absolute folders: `DATA/engines` and `DATA/logs`. */
  enginesDir: string;
  logsDir: string;
  hasWaitingJobs: () => boolean;
  /** Whether another engine is started from the same folder. */
  sharesInstall: (row: EngineRow) => boolean;
  onChange: (engine: Engine) => void;
  /** A process is gone, with what is known about its end; told once, after everything else was told. */
  onExit: (engine: string, report: ExitReport) => void;
  onLane: (change: LaneChange) => void;
  onLog: (engine: string, page: LogPage) => void;
  onLogCut: (file: string) => void;
}

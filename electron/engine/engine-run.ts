import type { Profile } from '../../shared/engine.ts';
import type { EngineClient, EngineStats } from './client-types.ts';
import type { Lane } from './engines.ts';
import type { ProcessEnd } from './exit-meaning.ts';
import type { LaunchRecord } from './launch-file.ts';
import type { LifeWatch } from './life-watch.ts';
import type { LaunchVariant } from './machine.ts';
import type { MemoryKills } from './memory-kills.ts';
import type { EngineProcess } from './process.ts';
import type { Readiness } from './readiness.ts';
import type { RunLog } from './run-log.ts';
import type { WorkerWatch } from './worker-watch.ts';

/** One launch, from its process to its end. A restart inside the same process is a new run of that process. */
export interface EngineRun {
  record: Omit<LaunchRecord, 'pid' | 'startTime'>;
  /** Words of the flags, by which it is known when it answers. */
  flagWords: string[];
  profile: Profile;
  variant: LaunchVariant;
  process: EngineProcess;
  log: RunLog;
  /** False: its log cannot be read, and `log` only stands for it. */
  hasLog: boolean;
  readiness: Readiness;
  /** Whether its log tells of a second boot. */
  hasBegunAnew: () => boolean;
  /** Monotonic ms. */
  startedAt: number;
  readyAt: number | null;
  /** Time spent booting while somebody watched: sleep does not count. */
  bootMs: number;
  stats: EngineStats | null;
  client: EngineClient | null;
  watch: LifeWatch | null;
  worker: WorkerWatch | null;
  lane: Lane | null;
  /** Whether others were told of the lane. */
  isLaneUp: boolean;
  hasOpenClaims: boolean;
  silentMs: number;
  isSuspended: boolean;
  memoryKills: MemoryKills;
  processEnd: ProcessEnd | null;
  /** What follows once what an earlier host gave it is done. */
  drainTo: 'restart' | 'stop' | null;
  /** Since when its queue was seen empty, in monotonic ms. */
  idleSince: number | null;
  /** Resolves when others have been told of its end. */
  closed: PromiseWithResolvers<void>;
}

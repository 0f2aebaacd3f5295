import type { JobError, JobState } from '../../shared/job.ts';
import type { EventHub } from '../../shared/rpc.ts';
import type { Settings } from '../../shared/settings.ts';
import type { Artifacts, Inputs } from '../artifacts/artifacts.ts';
import type { Db } from '../db/database.ts';
import type { Engines } from '../engine/engines.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Records } from '../records/records.ts';
import type { Templates } from '../templates/templates.ts';
import type { DrawSeed } from '../templates/values.ts';
import type { EndingKind } from './policy.ts';

/** An attempt that ended without success, and what became of its job. */
interface FailedAttempt {
  job: string;
  attempt: string;
  engine: string;
  launch: string;
  ending: EndingKind;
  state: JobState;
  error: JobError | null;
}

/** What the queue is built on. Everything that differs between a host and a test comes in here. */
export interface QueueDeps {
  db: Db;
  clock: Clock;
  log: Log;
  /** As they are now; asked for each decision, so that a change counts at once. */
  settings: () => Settings;
  templates: Pick<Templates, 'get' | 'readiness'>;
  artifacts: Pick<Artifacts, 'collect' | 'dropEngineCopies' | 'removeFiles' | 'freeBytes'>;
  inputs: Pick<Inputs, 'read' | 'find'>;
  records: Pick<Records, 'launchUp' | 'taken' | 'left' | 'ofJob'>;
  engines: Pick<Engines, 'get' | 'onLane' | 'setRunning' | 'declareDead' | 'forgiveDeath' | 'setWaiting'>;
  emit: EventHub['emit'];
  /** An attempt ended without success; told once, when that is on disk. */
  onFailed?: (failure: FailedAttempt) => void;
  /** One ended in success, with everything stored. */
  onStored?: (stored: Pick<FailedAttempt, 'job' | 'attempt' | 'engine' | 'launch'>) => void;
  drawSeed: DrawSeed;
  /** In [0, 1): spreads retries. */
  random: () => number;
  /** Free bytes of the volume that holds a folder. */
  freeBytesOf: (folder: string) => Promise<number>;
  /** Calls `act` once everything that waits for the same moment is done; tests may take another than setImmediate. */
  defer: (act: () => void) => void;
}

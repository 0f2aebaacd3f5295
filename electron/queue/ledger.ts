import type { reasons } from '../../shared/i18n/en/reasons.ts';
import { type Job, type JobCounts, type JobState, noCounts, type Pause } from '../../shared/job.ts';
import type { ArtifactRows } from '../db/artifacts.ts';
import { createArtifactRows } from '../db/artifacts.ts';
import { type AttemptPatch, type AttemptRow, type AttemptRows, createAttemptRows } from '../db/attempts.ts';
import { type BatchRows, createBatchRows } from '../db/batches.ts';
import { createJobChangeRows, type JobChangeRows } from '../db/job-changes.ts';
import { createJobEventRows, type JobEventRows } from '../db/job-events.ts';
import { createJobOriginRows, type JobOriginRows } from '../db/job-origins.ts';
import { createJobRows, type JobPatch, type JobRow, type JobRows } from '../db/jobs.ts';
import { openLogDisk } from '../db/log-disk.ts';
import { createPauseRows, type PauseRows } from '../db/pauses.ts';
import type { QueueDeps } from './deps.ts';
import { type HeldRows, holdRows } from './held-rows.ts';
import { createJobView, type JobView } from './job-view.ts';
import { isLegal } from './transitions.ts';

/** Why something happened, as the timeline says it. */
type Reason = keyof typeof reasons;

/** The queue's truth: its rows, the one way to change them, and the events that tell of what was committed. */
export interface Ledger {
  /** Changed inside a transaction only. */
  readonly jobs: HeldRows<JobRow, JobRows, JobPatch>;
  readonly attempts: HeldRows<AttemptRow, AttemptRows, AttemptPatch>;
  readonly artifacts: ArtifactRows;
  readonly events: JobEventRows;
  readonly pauses: PauseRows;
  readonly batches: BatchRows;
  readonly origins: JobOriginRows;
  readonly changes: JobChangeRows;
  readonly view: JobView;
  /** Runs `act` in one transaction that is on disk when this returns; then tells of the jobs it touched. */
  commit<T>(act: () => T): T;
  /**
   * The same without waiting for the disk. Only for what the engine itself can be asked again, or is waited for with `toDisk` before
   * anybody is answered: after a power cut the row is as it was before, and recovery finds the attempt where it is.
   */
  note<T>(act: () => T): T;
  /** Resolves when everything that was noted is on disk. */
  toDisk(): Promise<void>;
  /** Changes a job's state with its line in the timeline. Throws on a step that the table of transitions does not know. */
  move(job: JobRow, to: JobState, reason: Reason, attempt: string | null, patch?: JobPatch): JobRow;
  /** Tells of a job soon after the transaction is committed; `known` spares reading it again. */
  touch(id: string, known?: Job): void;
  /** Tells of counts and pauses soon. */
  touchQueue(): void;
  /** Owners that hold the queue now; kept in memory, for every claim asks. */
  pausedBy(): Pause[];
  setPause(pause: Pause): void;
  dropPause(owner: Pause['owner']): boolean;
  /** A pause that the disk did not take: it holds until it is dropped or Hearth ends. */
  holdUnwritten(pause: Pause): void;
  /** Tells of everything that is still to be told, at once. */
  flush(): void;
  /** Resolves when nothing is under way to the disk. */
  close(): Promise<void>;
}

/** Least time between two events about counts and pauses. */
const queueEventMs = 50;
/**
 * Longest wait before a step on a job's way is told, so that a fast job's claim, start and collection are one event. Nobody sees
 * a fiftieth of a second, and each event costs every client a whole job.
 */
const stepEventMs = 20;
/** Steps that another one follows by itself. */
const isStepOnTheWay = (state: JobState): boolean => state === 'submitted' || state === 'running';

export const createLedger = ({
  db,
  clock,
  emit,
  engines,
  defer,
}: Pick<QueueDeps, 'db' | 'clock' | 'emit' | 'engines' | 'defer'>): Ledger => {
  let isCommitting = false;
  const heldJobs = holdRows<JobRow, JobRows, JobPatch>(createJobRows(db), () => isCommitting);
  const heldAttempts = holdRows<AttemptRow, AttemptRows, AttemptPatch>(createAttemptRows(db), () => isCommitting);
  const { rows: jobs } = heldJobs;
  const { rows: attempts } = heldAttempts;
  const artifacts = createArtifactRows(db);
  const events = createJobEventRows(db);
  const pauses = createPauseRows(db);
  const changes = createJobChangeRows(db);
  const view = createJobView(attempts, artifacts, changes);
  const disk = openLogDisk(db);
  // As SQLite numbers it; a database that was opened to wait for nothing stays so.
  const isFullSync = db.pragma('synchronous', { simple: true }) === 2;
  const transaction = db.transaction((act: () => unknown) => {
    const answer = act();
    heldAttempts.flush();
    heldJobs.flush();
    return answer;
  });

  let paused = pauses.all();
  let touched = new Map<string, Job | null>();
  /** To be told at once, and soon. */
  let toTell = new Map<string, Job | null>();
  let steps = new Map<string, Job | null>();
  /** Something touched now is to be told at once. */
  let isUrgent = false;
  let isDeferred = false;
  let stopStepTimer: (() => void) | null = null;
  let isQueueDue = false;
  let stopQueueTimer: (() => void) | null = null;

  const tellJobs = (): void => {
    isDeferred = false;
    const batch = toTell;
    toTell = new Map();
    tell(batch);
  };
  const tellSteps = (): void => {
    stopStepTimer?.();
    stopStepTimer = null;
    const batch = steps;
    steps = new Map();
    tell(batch);
  };
  const tell = (batch: ReadonlyMap<string, Job | null>): void => {
    for (const [id, known] of batch) {
      const row = known ? undefined : jobs.find(id);
      const job = known ?? (row ? view.of(row) : null);
      if (job) emit('job.changed', job);
    }
  };
  const tellQueue = (): void => {
    stopQueueTimer = null;
    if (!isQueueDue) return;
    isQueueDue = false;
    const rows = jobs.counts();
    const counts = countsOf(rows);
    // Nobody waits for an engine while the queue is paused.
    engines.setWaiting(paused.length > 0 ? 0 : counts.queued + counts.failed_retryable);
    emit('queue.changed', { counts, looseCounts: looseCountsOf(rows), pauses: paused });
  };
  const ledger: Ledger = {
    jobs,
    attempts,
    artifacts,
    events,
    pauses,
    batches: createBatchRows(db),
    origins: createJobOriginRows(db),
    changes,
    view,
    commit<T>(act: () => T): T {
      touched = new Map();
      isUrgent = false;
      const before = paused;
      let answer: T;
      try {
        // The transaction answers with what `act` answers.
        isCommitting = true;
        answer = transaction.immediate(act) as T;
      } catch (error) {
        paused = before;
        heldAttempts.drop();
        heldJobs.drop();
        throw error;
      } finally {
        isCommitting = false;
      }
      if (touched.size > 0) {
        for (const [id, known] of touched) {
          (isUrgent ? toTell : steps).set(id, known);
          // One that is told now has its steps told with it.
          if (isUrgent) steps.delete(id);
        }
        touched = new Map();
        ledger.touchQueue();
        if (steps.size > 0) stopStepTimer ??= clock.after(stepEventMs, tellSteps);
        if (isUrgent && !isDeferred) {
          isDeferred = true;
          defer(tellJobs);
        }
      }
      return answer;
    },
    note(act) {
      if (!isFullSync) return ledger.commit(act);
      // Compiled each time: this pragma takes effect when it is compiled, not when it is run.
      db.exec('PRAGMA synchronous = NORMAL');
      try {
        return ledger.commit(act);
      } finally {
        db.exec('PRAGMA synchronous = FULL');
      }
    },
    toDisk: () => (isFullSync ? disk.sync() : Promise.resolve()),
    move(job, to, reason, attempt, patch = {}) {
      if (!isLegal(job.state, to)) throw new Error(`job ${job.id} cannot go from ${job.state} to ${to} (${reason})`);
      events.insert(job.id, clock.now(), job.state, to, reason, attempt);
      ledger.touch(job.id);
      isUrgent ||= !isStepOnTheWay(to);
      return jobs.change(job, { ...patch, state: to });
    },
    touch: (id, known) => void touched.set(id, known ?? null),
    touchQueue() {
      isQueueDue = true;
      stopQueueTimer ??= clock.after(queueEventMs, tellQueue);
    },
    pausedBy: () => paused,
    setPause(pause) {
      pauses.put(pause);
      const held = paused.find(({ owner }) => owner === pause.owner);
      paused = [...paused.filter((other) => other !== held), { ...pause, since: held?.since ?? pause.since }];
      ledger.touchQueue();
    },
    holdUnwritten(pause) {
      paused = [...paused.filter(({ owner }) => owner !== pause.owner), pause];
      ledger.touchQueue();
    },
    dropPause(owner) {
      const wasPaused = paused.some((pause) => pause.owner === owner);
      pauses.drop(owner);
      paused = paused.filter((pause) => pause.owner !== owner);
      if (wasPaused) ledger.touchQueue();
      return wasPaused;
    },
    flush() {
      tellJobs();
      tellSteps();
      stopQueueTimer?.();
      tellQueue();
    },
    close: disk.close,
  };
  return ledger;
};

type StateCounts = ReturnType<JobRows['counts']>;

/** Jobs of no batch in each state. Pure. */
export const looseCountsOf = (rows: StateCounts): JobCounts => {
  const counts = { ...noCounts };
  for (const { state, loose } of rows) counts[state] = loose;
  return counts;
};

/** Jobs in each state. Pure. */
export const countsOf = (rows: StateCounts): JobCounts => {
  const counts = { ...noCounts };
  for (const { state, n } of rows) counts[state] = n;
  return counts;
};

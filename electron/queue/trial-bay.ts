import { AppError } from '../../shared/app-error.ts';
import type { JobState } from '../../shared/job.ts';
import type { JobRow } from '../db/jobs.ts';
import type { Ledger } from './ledger.ts';
import type { PauseBook } from './pause-book.ts';

/** Who may stand in a trial's way: what fills the disk, is measured or is being replaced spoils the answer. */
const stronger = ['disk', 'benchmark', 'update'] as const;
/** States in which a job waits for a person, or for its next attempt: where it goes back to when a trial did not help. */
const waitingStates: readonly JobState[] = ['queued', 'failed_retryable', 'held', 'failed_terminal', 'dead_letter', 'cancelled'];

/**
 * Keeps the queue waiting while an engine tries a remedy, and lets one job through to that engine alone. A pause like any other, under
 * the owner `trial`: it stacks with those of others, and goes with the last trial.
 */
export interface TrialBay {
  /** Nothing is claimed any more, but what is let through. `name`: of the engine. */
  begin(engine: string, name: string): void;
  /** The job runs next on that engine, whatever state it waits in; its limits count on. Throws AppError for one that cannot wait. */
  letThrough(engine: string, job: string): void;
  /** What the engine may claim; undefined: nothing, or no trial runs: then the queue decides. */
  next(engine: string): JobRow | undefined;
  /** Whether any trial keeps the queue waiting. */
  isBusy(): boolean;
  /** A job that still waits goes back to where it waited before, so that it kills no engine that the remedy has left. */
  putBack(job: string, before: JobState): void;
  end(engine: string): void;
  /** Lets go of a pause that an earlier host left. */
  endAll(): void;
}

/** `onWork` is called when there is something new to claim. */
export const createTrialBay = (ledger: Ledger, pauses: PauseBook, now: () => number, onWork: () => void): TrialBay => {
  /** The job let through, by engine. */
  const bays = new Map<string, string | null>();
  return {
    begin(engine, name) {
      bays.set(engine, null);
      pauses.pauseFor('trial', 'pausedTrial', { engine: name });
    },
    letThrough(engine, id) {
      const job = ledger.jobs.find(id);
      if (!job) throw new AppError('not-found', 'jobUnknown', { id });
      if (job.attempt === null && job.state !== 'queued') {
        if (!waitingStates.includes(job.state)) throw new AppError('conflict', 'jobNotRequeueable', { id, state: job.state });
        const again = { finished_at: null, retry_at: null, cancel_at: null };
        ledger.commit(() => ledger.move(job, 'queued', 'trial', null, again));
      }
      bays.set(engine, id);
      onWork();
    },
    next(engine) {
      const id = bays.get(engine) ?? null;
      if (id === null || stronger.some((owner) => pauses.has(owner))) return undefined;
      const job = ledger.jobs.find(id);
      return job?.attempt === null && job.state === 'queued' ? job : undefined;
    },
    isBusy: () => bays.size > 0,
    putBack(id, before) {
      const job = ledger.jobs.find(id);
      if (job?.state !== 'queued' || job.attempt !== null || before === 'queued' || !waitingStates.includes(before)) return;
      const isOver = before !== 'held' && before !== 'failed_retryable';
      const when = { finished_at: isOver ? now() : null, retry_at: before === 'failed_retryable' ? now() : null };
      ledger.commit(() => ledger.move(job, before, 'trialOver', null, when));
    },
    end(engine) {
      bays.delete(engine);
      if (bays.size === 0) pauses.resume('trial');
    },
    endAll() {
      bays.clear();
      pauses.resume('trial');
    },
  };
};

import { AppError } from '../../shared/app-error.ts';
import type { JobState, PauseOwner } from '../../shared/job.ts';
import type { JobRow } from '../db/jobs.ts';
import type { Ledger } from './ledger.ts';
import type { PauseBook } from './pause-book.ts';

/** Why an engine has work of its own while everything else waits. */
type BayOwner = 'trial' | 'benchmark';
/** Who may stand in the way: what fills the disk, is measured, tried or being replaced spoils the answer. */
const stronger: Record<BayOwner, readonly PauseOwner[]> = {
  trial: ['disk', 'benchmark', 'update'],
  benchmark: ['disk', 'trial', 'update'],
};
const reasonOf = { trial: 'pausedTrial', benchmark: 'pausedBenchmark' } as const;
/** States in which a job waits for a person, or for its next attempt: where it goes back to when a trial did not help. */
const waitingStates: readonly JobState[] = ['queued', 'failed_retryable', 'held', 'failed_terminal', 'dead_letter', 'cancelled'];

/** States in which a job would run again, by itself or when a person says so. */
const replaceable: readonly JobState[] = ['queued', 'failed_retryable', 'held'];

/**
 * Keeps the queue waiting while an engine tries a remedy or is measured, and lets one job through to that engine alone. A pause like any
 * other, under its owner: it stacks with those of others, and goes with that owner's last engine.
 */
export interface TrialBay {
  /** Nothing is claimed any more, but what is let through. `name`: of the engine. */
  begin(engine: string, name: string, owner?: BayOwner): void;
  /** The job runs next on that engine, whatever state it waits in; its limits count on. Throws AppError for one that cannot wait. */
  letThrough(engine: string, job: string): void;
  /** What the engine may claim; undefined: nothing, or no trial runs: then the queue decides. */
  next(engine: string): JobRow | undefined;
  /** Whether anything of that owner keeps the queue waiting. */
  isBusy(owner: BayOwner): boolean;
  /** A job that still waits goes back to where it waited before, so that it kills no engine that the remedy has left. */
  putBack(job: string, before: JobState): void;
  /** A job that waits makes room for the changed one that ran in its place; `restore` is the way back of one that did. */
  replace(job: string): void;
  restore(job: string, before: JobState): void;
  end(engine: string): void;
  /** Lets go of a pause that an earlier host left. */
  endAll(owner?: BayOwner): void;
}

/** `onWork` is called when there is something new to claim. */
export const createTrialBay = (ledger: Ledger, pauses: PauseBook, now: () => number, onWork: () => void): TrialBay => {
  /** The job let through, by engine. */
  const bays = new Map<string, { owner: BayOwner; job: string | null }>();
  const isBusy = (owner: BayOwner): boolean => [...bays.values()].some((bay) => bay.owner === owner);
  return {
    begin(engine, name, owner = 'trial') {
      bays.set(engine, { owner, job: null });
      pauses.pauseFor(owner, reasonOf[owner], { engine: name });
    },
    letThrough(engine, id) {
      const job = ledger.jobs.find(id);
      if (!job) throw new AppError('not-found', 'jobUnknown', { id });
      if (job.attempt === null && job.state !== 'queued') {
        if (!waitingStates.includes(job.state)) throw new AppError('conflict', 'jobNotRequeueable', { id, state: job.state });
        const again = { finished_at: null, retry_at: null, cancel_at: null };
        ledger.commit(() => ledger.move(job, 'queued', 'trial', null, again));
      }
      bays.set(engine, { owner: bays.get(engine)?.owner ?? 'trial', job: id });
      onWork();
    },
    next(engine) {
      const bay = bays.get(engine);
      if (!bay?.job || stronger[bay.owner].some((owner) => pauses.has(owner))) return undefined;
      const job = ledger.jobs.find(bay.job);
      return job?.attempt === null && job.state === 'queued' ? job : undefined;
    },
    isBusy,
    putBack(id, before) {
      const job = ledger.jobs.find(id);
      if (job?.state !== 'queued' || job.attempt !== null || before === 'queued' || !waitingStates.includes(before)) return;
      const isOver = before !== 'held' && before !== 'failed_retryable';
      const when = { finished_at: isOver ? now() : null, retry_at: before === 'failed_retryable' ? now() : null };
      ledger.commit(() => ledger.move(job, before, 'trialOver', null, when));
    },
    replace(id) {
      const job = ledger.jobs.find(id);
      if (job?.attempt !== null || !replaceable.includes(job.state)) return;
      ledger.commit(() => ledger.move(job, 'cancelled', 'replaced', null, { finished_at: now(), retry_at: null }));
    },
    restore(id, before) {
      const job = ledger.jobs.find(id);
      if (job?.state !== 'cancelled' || !replaceable.includes(before)) return;
      // A person may have cancelled it before its room was needed.
      const last = ledger.events.ofJob(id).findLast(({ from_state, to_state }) => from_state !== to_state);
      if (last?.reason !== 'replaced') return;
      const retryAt = before === 'failed_retryable' ? now() : null;
      ledger.commit(() => ledger.move(job, before, 'restored', null, { finished_at: null, retry_at: retryAt, cancel_at: null }));
      onWork();
    },
    end(engine) {
      const owner = bays.get(engine)?.owner ?? 'trial';
      bays.delete(engine);
      if (!isBusy(owner)) pauses.resume(owner);
    },
    endAll(owner = 'trial') {
      for (const [engine, bay] of bays) if (bay.owner === owner) bays.delete(engine);
      pauses.resume(owner);
    },
  };
};

import { AppError } from '../../shared/app-error.ts';
import { type JobState, requeueableStates } from '../../shared/job.ts';
import type { ErrorKey, WordParams } from '../../shared/words.ts';
import type { JobBefore } from '../db/job-sweeps.ts';
import type { JobRow } from '../db/jobs.ts';
import type { Ledger } from './ledger.ts';
import type { JobsChanged } from './queue.ts';
import { asStorageError } from './storage-error.ts';
import { beforeOf, type UndoBook } from './undo-book.ts';

/** Jobs in one transaction: a few milliseconds, with the events that tell of them. In between everything else has its turn. */
const chunkJobs = 100;
const cancellable: ReadonlySet<JobState> = new Set<JobState>(['queued', 'failed_retryable', 'held']);

/** What a person does to jobs by id. */
export interface JobChanger {
  cancel(ids: string[]): Promise<JobsChanged>;
  requeue(ids: string[]): Promise<JobsChanged>;
}

/**
 * `stopAttempt` begins to stop what an engine or the store has; `whenSettled` resolves when that attempt has ended; `onWork` is
 * called when there is something new to run.
 */
export const createJobChanger = (
  ledger: Ledger,
  now: () => number,
  stopAttempt: (attempt: string) => void,
  whenSettled: (attempt: string) => Promise<void>,
  onWork: () => void,
  breathe: () => Promise<void>,
  undos: UndoBook,
): JobChanger => {
  const { jobs } = ledger;
  const commit = <T>(act: () => T): T => {
    try {
      return ledger.commit(act);
    } catch (error) {
      throw asStorageError(error);
    }
  };
  const refusal = (id: string, key: ErrorKey, params: WordParams): JobsChanged['refused'][number] => {
    const { message } = new AppError('conflict', key, params);
    return { id, key, message, params };
  };
  /** undefined: cancelled, with what it was put into `before`, or its attempt is being stopped. */
  const cancelOne = (
    id: string,
    atWork: Map<string, string>,
    before: JobBefore[],
  ): JobsChanged['refused'][number] | undefined => {
    const job = jobs.find(id);
    if (!job) return refusal(id, 'jobUnknown', { id });
    if (job.attempt !== null) {
      jobs.change(job, { cancel_at: job.cancel_at ?? now() });
      ledger.touch(id);
      atWork.set(id, job.attempt);
      return undefined;
    }
    if (!cancellable.has(job.state)) return refusal(id, 'jobFinished', { id, state: job.state });
    before.push(beforeOf(job));
    ledger.move(job, 'cancelled', 'cancelled', null, { finished_at: now(), retry_at: null, error_json: null });
    return undefined;
  };
  const requeueOne = (id: string): JobRow | JobsChanged['refused'][number] => {
    const job = jobs.find(id);
    if (!job) return refusal(id, 'jobUnknown', { id });
    if (!requeueableStates.has(job.state)) return refusal(id, 'jobNotRequeueable', { id, state: job.state });
    const anew = { tries: 0, deaths: 0, faults: 0, finished_at: null, retry_at: null, cancel_at: null, error_json: null };
    return ledger.move(job, 'queued', 'requeued', null, anew);
  };

  return {
    async cancel(ids) {
      const wanted = [...new Set(ids)];
      const refused = new Map<string, JobsChanged['refused'][number]>();
      const atWork = new Map<string, string>();
      const before: JobBefore[] = [];
      for (let from = 0; from < wanted.length; from += chunkJobs) {
        if (from > 0) await breathe();
        commit(() => {
          for (const id of wanted.slice(from, from + chunkJobs)) {
            const why = cancelOne(id, atWork, before);
            if (why) refused.set(id, why);
          }
        });
      }
      const settled = [...atWork.values()].map((attempt) => {
        const ended = whenSettled(attempt);
        stopAttempt(attempt);
        return ended;
      });
      await Promise.all(settled);
      const changed: JobsChanged = { jobs: [], refused: [], undo: undos.keep(before) };
      for (const [place, id] of wanted.entries()) {
        if (place % chunkJobs === chunkJobs - 1) await breathe();
        const job = refused.has(id) ? undefined : jobs.find(id);
        const why = refused.get(id) ?? (job?.state === 'cancelled' ? undefined : refusal(id, 'jobFinishedFirst', { id }));
        if (why) changed.refused.push(why);
        else if (job) changed.jobs.push(ledger.view.of(job));
      }
      return changed;
    },
    async requeue(ids) {
      const wanted = [...new Set(ids)];
      const changed: JobsChanged = { jobs: [], refused: [] };
      for (let from = 0; from < wanted.length; from += chunkJobs) {
        if (from > 0) await breathe();
        for (const result of commit(() => wanted.slice(from, from + chunkJobs).map(requeueOne)))
          if ('message' in result) changed.refused.push(result);
          else changed.jobs.push(ledger.view.of(result));
      }
      if (changed.jobs.length > 0) onWork();
      return changed;
    },
  };
};

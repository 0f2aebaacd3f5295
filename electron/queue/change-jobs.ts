import { AppError } from '../../shared/app-error.ts';
import { type JobState, requeueableStates } from '../../shared/job.ts';
import type { ErrorKey, WordParams } from '../../shared/words.ts';
import type { JobRow } from '../db/jobs.ts';
import type { Ledger } from './ledger.ts';
import type { JobsChanged } from './queue.ts';
import { asHalfDone } from './storage-error.ts';
import type { Cancellation, UndoBook } from './undo-book.ts';

/** Jobs in one transaction: a few milliseconds, with the events that tell of them. In between everything else has its turn. */
const chunkJobs = 100;
const cancellable: ReadonlySet<JobState> = new Set<JobState>(['queued', 'failed_retryable', 'held']);

/** What a person does to jobs by id. */
export interface JobChanger {
  /** `undo`: of a larger cancellation that ends with these jobs; it is finished in the same transaction as they are. */
  cancel(ids: string[], undo?: Cancellation): Promise<JobsChanged>;
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
  undos: Pick<UndoBook, 'open'>,
): JobChanger => {
  const { jobs } = ledger;
  const refusal = (id: string, key: ErrorKey, params: WordParams): JobsChanged['refused'][number] => {
    const { message } = new AppError('conflict', key, params);
    return { id, key, message, params };
  };
  /** undefined: cancelled, or its attempt is to be stopped. */
  const cancelOne = (id: string, atWork: Map<string, string>, undo: Cancellation): JobsChanged['refused'][number] | undefined => {
    const job = jobs.find(id);
    if (!job) return refusal(id, 'jobUnknown', { id });
    if (job.attempt !== null) {
      jobs.change(job, { cancel_at: job.cancel_at ?? now() });
      ledger.touch(id);
      atWork.set(id, job.attempt);
      return undefined;
    }
    if (!cancellable.has(job.state)) return refusal(id, 'jobFinished', { id, state: job.state });
    undo.keep([job.seq]);
    ledger.move(job, 'cancelled', 'cancelled', null, { finished_at: now(), retry_at: null, error_json: null });
    return undefined;
  };
  /** What waits in several transactions, what engines have in the last of them: none of it is stopped unless all of it is written. */
  const cancelAll = async (
    wanted: readonly string[],
    undo: Cancellation,
    atWork: Map<string, string>,
    refused: Map<string, JobsChanged['refused'][number]>,
  ): Promise<string | null> => {
    const cancel = (id: string): void => {
      const why = cancelOne(id, atWork, undo);
      if (why) refused.set(id, why);
    };
    const running: string[] = [];
    let done = 0;
    for (let from = 0; ; from += chunkJobs) {
      const isLast = from + chunkJobs >= wanted.length;
      const write = (): string | null => {
        for (const id of wanted.slice(from, from + chunkJobs))
          if (jobs.find(id)?.attempt) running.push(id);
          else cancel(id);
        if (!isLast) return null;
        for (const id of running) cancel(id);
        return undo.finish();
      };
      let id: string | null;
      try {
        id = ledger.commit(write);
      } catch (error) {
        throw asHalfDone('cancel', error, done);
      }
      if (isLast) return id;
      done = from + chunkJobs - refused.size - running.length;
      await breathe();
    }
  };
  const requeueOne = (id: string): JobRow | JobsChanged['refused'][number] => {
    const job = jobs.find(id);
    if (!job) return refusal(id, 'jobUnknown', { id });
    if (!requeueableStates.has(job.state)) return refusal(id, 'jobNotRequeueable', { id, state: job.state });
    const anew = { tries: 0, deaths: 0, faults: 0, finished_at: null, retry_at: null, cancel_at: null, error_json: null };
    return ledger.move(job, 'queued', 'requeued', null, anew);
  };

  return {
    async cancel(ids, undo = undos.open()) {
      const wanted = [...new Set(ids)];
      const refused = new Map<string, JobsChanged['refused'][number]>();
      const atWork = new Map<string, string>();
      let id: string | null = null;
      try {
        id = await cancelAll(wanted, undo, atWork, refused);
      } catch (error) {
        undo.abandon();
        throw error;
      }
      const settled = [...atWork.values()].map((attempt) => {
        const ended = whenSettled(attempt);
        stopAttempt(attempt);
        return ended;
      });
      await Promise.all(settled);
      undo.answered();
      const changed: JobsChanged = { jobs: [], refused: [], undo: id };
      for (const [place, one] of wanted.entries()) {
        if (place % chunkJobs === chunkJobs - 1) await breathe();
        const job = refused.has(one) ? undefined : jobs.find(one);
        const why = refused.get(one) ?? (job?.state === 'cancelled' ? undefined : refusal(one, 'jobFinishedFirst', { id: one }));
        if (why) changed.refused.push(why);
        else if (job) changed.jobs.push(ledger.view.of(job));
      }
      return changed;
    },
    async requeue(ids) {
      const wanted = [...new Set(ids)];
      const changed: JobsChanged = { jobs: [], refused: [] };
      try {
        for (let from = 0; from < wanted.length; from += chunkJobs) {
          if (from > 0) await breathe();
          for (const result of ledger.commit(() => wanted.slice(from, from + chunkJobs).map(requeueOne)))
            if ('message' in result) changed.refused.push(result);
            else changed.jobs.push(ledger.view.of(result));
        }
      } catch (error) {
        throw asHalfDone('requeue', error, changed.jobs.length);
      } finally {
        if (changed.jobs.length > 0) onWork();
      }
      return changed;
    },
  };
};

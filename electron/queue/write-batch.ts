import type { BatchRow } from '../db/batches.ts';
import type { Ledger } from './ledger.ts';

/** Writes many jobs in several transactions, so that everything else has its turn in between. */
export interface BatchWriter {
  /** Writes the jobs from one place to before another inside each transaction. Rejects, and leaves nothing, when one of them throws. */
  write(batch: Omit<BatchRow, 'ended_at'>, writeJobs: (from: number, to: number) => void): Promise<void>;
  /** Batch that is being written now: none of it may be claimed yet. */
  writing(): string | null;
  /** Resolves when that one is written; another may have begun by then. */
  done(): Promise<void>;
  /** Removes what a crash left of batches that were never complete. */
  removeIncomplete(): Promise<void>;
}

/** Jobs in one transaction: a few milliseconds. */
export const chunkJobs = 100;
/** So many transactions go to the disk together: what has gathered for longer makes one wait for the disk too long. */
const chunksToDisk = 4;

/**
 * `commit` waits for the disk; `note` does not: the parts of a batch count only with the last one, and the disk takes what was written
 * before it no later. `breathe` lets everything else run.
 */
export const createBatchWriter = (
  { batches, jobs, touchQueue }: Pick<Ledger, 'batches' | 'jobs' | 'touchQueue'>,
  { commit, note }: Pick<Ledger, 'commit' | 'note'>,
  breathe: () => Promise<void>,
  onLeft: (batch: string, cause: unknown) => void,
): BatchWriter => {
  let writing: { id: string; done: Promise<void> } | null = null;

  const remove = async (id: string, firstSeq: number): Promise<void> => {
    while (note(() => jobs.removeBatch(id, firstSeq, chunkJobs)) > 0) await breathe();
    commit(() => batches.remove(id));
    touchQueue();
  };

  return {
    async write(batch, writeJobs) {
      const { id, first_seq, count } = batch;
      const { promise, resolve } = Promise.withResolvers<void>();
      writing = { id, done: promise };
      try {
        for (let from = 0; from < count; from += chunkJobs) {
          const to = Math.min(count, from + chunkJobs);
          const isLast = to === count;
          const isToDisk = isLast || (from / chunkJobs) % chunksToDisk === chunksToDisk - 1;
          (isToDisk ? commit : note)(() => {
            if (from === 0) batches.begin(batch);
            writeJobs(from, to);
            // With the last job the batch counts; before that a crash leaves nothing of it.
            if (isLast) batches.complete(id);
          });
          await breathe();
        }
      } catch (error) {
        await remove(id, first_seq).catch((cause: unknown) => onLeft(id, cause));
        throw error;
      } finally {
        writing = null;
        resolve();
      }
    },
    writing: () => writing?.id ?? null,
    done: () => writing?.done ?? Promise.resolve(),
    async removeIncomplete() {
      for (const { id, first_seq } of batches.incomplete()) if (id !== writing?.id) await remove(id, first_seq);
    },
  };
};

import { AppError } from '../../shared/app-error.ts';
import type { BatchRow } from '../db/batches.ts';
import type { Ledger } from './ledger.ts';

/** Writes many jobs in several transactions, so that everything else has its turn in between. */
export interface BatchWriter {
  /** Writes the jobs from one place to before another inside each transaction. Rejects, and leaves nothing, when one of them throws. */
  write(batch: Omit<BatchRow, 'ended_at'>, writeJobs: (from: number, to: number) => void): Promise<void>;
  /** Batch that is being written now: none of it may be claimed yet. */
  writing(): string | null;
  /** Resolves when that one is written; another may have begun by then. Rejects where the disk takes neither it nor its removal. */
  done(): Promise<void>;
  /** Removes what a crash left of batches that were never complete. */
  removeIncomplete(): Promise<void>;
}

interface Ports {
  /** Lets everything else run. */
  breathe(): Promise<void>;
  /** Resolves when it is time to try again what the disk did not take. */
  again(): Promise<void>;
  /** What is left of an incomplete batch could not be removed. */
  onLeft(batch: string, cause: unknown): void;
  /** It is gone, and others may be claimed. */
  onGone(): void;
}

/** Jobs in one transaction: a few milliseconds. */
export const chunkJobs = 100;
/** So many transactions go to the disk together: what has gathered for longer makes one wait for the disk too long. */
const chunksToDisk = 4;

/**
 * `commit` waits for the disk; `note` does not: the parts of a batch count only with the last one, and the disk takes what was written
 * before it no later. One that was refused stays out of reach until all of it is removed: it must not run.
 */
export const createBatchWriter = (
  { batches, jobs, touchQueue }: Pick<Ledger, 'batches' | 'jobs' | 'touchQueue'>,
  { commit, note }: Pick<Ledger, 'commit' | 'note'>,
  { breathe, again, onLeft, onGone }: Ports,
): BatchWriter => {
  let writing: { id: string; done: Promise<void> } | null = null;
  let clearing: Promise<void> | null = null;

  const remove = async (id: string, firstSeq: number): Promise<void> => {
    while (note(() => jobs.removeBatch(id, firstSeq, chunkJobs)) > 0) await breathe();
    commit(() => batches.remove(id));
    touchQueue();
  };

  /** Whether nothing more is to be done about it; false: the disk does not take that yet. */
  const isRemoved = (id: string, firstSeq: number): Promise<boolean> =>
    remove(id, firstSeq).then(
      () => true,
      (cause: unknown) => {
        onLeft(id, cause);
        // The next host removes what nothing here can.
        return !(cause instanceof AppError && cause.code === 'storage');
      },
    );
  const removeLater = async (id: string, firstSeq: number, why: unknown): Promise<void> => {
    const done = Promise.reject(why);
    done.catch(() => {});
    writing = { id, done };
    do await again();
    while (!(await isRemoved(id, firstSeq)));
    writing = null;
    onGone();
  };

  const removeLeft = async (): Promise<void> => {
    // Chosen before anything is awaited: what is being written now may be complete by the time that its turn would come.
    const left = batches.incomplete().filter(({ id }) => id !== writing?.id);
    for (const { id, first_seq } of left)
      if (!(await isRemoved(id, first_seq)))
        void removeLater(id, first_seq, new AppError('storage', 'databaseFull', { detail: '' }));
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
        writing = null;
      } catch (error) {
        if (await isRemoved(id, first_seq)) writing = null;
        else void removeLater(id, first_seq, error);
        throw error;
      } finally {
        resolve();
      }
    },
    writing: () => writing?.id ?? null,
    done: () => writing?.done ?? Promise.resolve(),
    removeIncomplete() {
      clearing ??= removeLeft().finally(() => {
        clearing = null;
      });
      return clearing;
    },
  };
};

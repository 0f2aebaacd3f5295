import type { JobFilter } from '../../shared/contract.ts';
import { type JobState, requeueableStates } from '../../shared/job.ts';
import type { JobSweepRows } from '../db/job-sweeps.ts';
import type { JobRow } from '../db/jobs.ts';
import type { Ledger } from './ledger.ts';
import { asStorageError } from './storage-error.ts';
import { isLegal } from './transitions.ts';
import type { Cancellation, UndoBook } from './undo-book.ts';

/** Acts over everything that a filter lets through, thousands at a time. */
export interface Sweeper {
  /**
   * Cancels what waits and interrupts what runs; answers when the latter has ended. `undo` brings back what had only waited. A
   * cancellation that cannot be written whole, or whose host dies meanwhile, is taken back.
   */
  cancel(filter: JobFilter): Promise<{ changed: number; undo: string | null }>;
  requeue(filter: JobFilter): Promise<{ changed: number }>;
  /** Brings back exactly what a cancellation took away, unless somebody changed it since. Throws AppError when it is too late. */
  restore: UndoBook['restore'];
}

/** Jobs in one transaction: a few milliseconds. In between everything else has its turn. */
const chunkJobs = 100;
const cancellable: readonly JobState[] = ['queued', 'failed_retryable', 'held'];
const atWork: readonly JobState[] = ['queued', 'submitted', 'running'];

interface SweepPorts {
  matcher(filter: JobFilter): (row: JobRow) => boolean;
  cancelJobs(ids: string[]): Promise<{ jobs: unknown[] }>;
  /** Many jobs changed, without a word about each. */
  onMany(batches: ReadonlySet<string>): void;
  onWork(): void;
  now(): number;
  breathe(): Promise<void>;
}

export const createSweeper = (ledger: Ledger, rows: JobSweepRows, undos: UndoBook, ports: SweepPorts): Sweeper => {
  const { jobs, events } = ledger;
  const { matcher, cancelJobs, onMany, onWork, now, breathe } = ports;

  const commit = <T>(act: () => T): T => {
    try {
      return ledger.commit(act);
    } catch (error) {
      throw asStorageError(error);
    }
  };
  /** Moves all that match and that no engine has from some states to another; answers with how many these were. */
  const moveAll = async (
    filter: JobFilter,
    from: readonly JobState[],
    to: 'queued' | 'cancelled',
    reason: 'requeued' | 'cancelled',
    undo?: Cancellation,
  ): Promise<number> => {
    const matches = matcher(filter);
    let changed = 0;
    const batches = new Set<string>();
    const at = now();
    for (const state of from) {
      if (filter.states && !filter.states.includes(state)) continue;
      if (!isLegal(state, to)) throw new Error(`jobs cannot go from ${state} to ${to}`);
      for (let last = 0; ; ) {
        const page = filter.batch
          ? ledger.batches.inState(filter.batch, state, last, chunkJobs)
          : rows.inState(state, last, chunkJobs);
        const chosen = page.filter((row) => row.attempt === null && matches(row));
        if (chosen.length > 0)
          commit(() => {
            const seqs = chosen.map(({ seq }) => seq);
            for (const job of chosen) events.insert(job.id, at, job.state, to, reason, null);
            undo?.keep(seqs);
            jobs.changeMany(seqs, to, to === 'cancelled' ? at : null);
          });
        changed += chosen.length;
        for (const job of chosen) if (job.batch !== null) batches.add(job.batch);
        last = page.at(-1)?.seq ?? last;
        if (page.length < chunkJobs) break;
        await breathe();
      }
    }
    if (changed > 0) onMany(batches);
    return changed;
  };
  /** All of them, or none. */
  const cancelWaiting = async (filter: JobFilter, undo: Cancellation): Promise<{ waited: number; id: string | null }> => {
    try {
      const waited = await moveAll(filter, cancellable, 'cancelled', 'cancelled', undo);
      return { waited, id: waited > 0 ? commit(() => undo.finish()) : null };
    } catch (error) {
      undo.abandon();
      throw error;
    }
  };

  return {
    async cancel(filter) {
      const matches = matcher(filter);
      const undo = undos.open();
      const { waited, id } = await cancelWaiting(filter, undo);
      // Asked for afterwards: meanwhile some may have been claimed.
      const running = jobs.atWork().filter((row) => atWork.includes(row.state) && (filter.states?.includes(row.state) ?? true));
      const ids = running.filter(matches).map((row) => row.id);
      try {
        const stopped = ids.length > 0 ? (await cancelJobs(ids)).jobs.length : 0;
        undo.answered();
        return { changed: waited + stopped, undo: id };
      } catch (error) {
        undo.abandon();
        throw error;
      }
    },
    async requeue(filter) {
      const changed = await moveAll(filter, [...requeueableStates], 'queued', 'requeued');
      if (changed > 0) onWork();
      return { changed };
    },
    restore: undos.restore,
  };
};

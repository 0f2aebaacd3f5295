import { AppError } from '../../shared/app-error.ts';
import type { JobFilter } from '../../shared/contract.ts';
import { type JobState, requeueableStates } from '../../shared/job.ts';
import type { JobBefore, JobSweepRows } from '../db/job-sweeps.ts';
import type { JobRow } from '../db/jobs.ts';
import type { Ledger } from './ledger.ts';
import { asStorageError } from './storage-error.ts';
import { isLegal } from './transitions.ts';
import { beforeOf, type UndoBook } from './undo-book.ts';

/** Acts over everything that a filter lets through, thousands at a time. */
export interface Sweeper {
  /**
   * Cancels what waits and interrupts what runs; answers when the latter has ended. `undo` brings back what had only waited.
   */
  cancel(filter: JobFilter): Promise<{ changed: number; undo: string | null }>;
  requeue(filter: JobFilter): Promise<{ changed: number }>;
  /** Brings back exactly what a cancellation took away, unless somebody changed it since. Throws AppError when it is too late. */
  restore(undo: string): Promise<{ changed: number }>;
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
  /** Moves all that match and that no engine has from some states to another; answers with what they were. */
  const moveAll = async (
    filter: JobFilter,
    from: readonly JobState[],
    to: 'queued' | 'cancelled',
    reason: 'requeued' | 'cancelled',
  ): Promise<JobBefore[]> => {
    const matches = matcher(filter);
    const before: JobBefore[] = [];
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
            for (const job of chosen) events.insert(job.id, at, job.state, to, reason, null);
            jobs.changeMany(
              chosen.map(({ seq }) => seq),
              to,
              to === 'cancelled' ? at : null,
            );
          });
        for (const job of chosen) {
          before.push(beforeOf(job));
          if (job.batch !== null) batches.add(job.batch);
        }
        last = page.at(-1)?.seq ?? last;
        if (page.length < chunkJobs) break;
        await breathe();
      }
    }
    if (before.length > 0) onMany(batches);
    return before;
  };

  return {
    async cancel(filter) {
      const matches = matcher(filter);
      const before = await moveAll(filter, cancellable, 'cancelled', 'cancelled');
      // Asked for afterwards: meanwhile some may have been claimed.
      const running = jobs.atWork().filter((row) => atWork.includes(row.state) && (filter.states?.includes(row.state) ?? true));
      const ids = running.filter(matches).map(({ id }) => id);
      const stopped = ids.length > 0 ? (await cancelJobs(ids)).jobs.length : 0;
      return { changed: before.length + stopped, undo: undos.keep(before) };
    },
    async requeue(filter) {
      const before = await moveAll(filter, [...requeueableStates], 'queued', 'requeued');
      if (before.length > 0) onWork();
      return { changed: before.length };
    },
    async restore(undo) {
      const wanted = undos.take(undo);
      if (!wanted) throw new AppError('conflict', 'undoTooLate');
      const batches = new Set<string>();
      let changed = 0;
      for (let from = 0; from < wanted.length; from += chunkJobs) {
        if (from > 0) await breathe();
        commit(() => {
          for (const before of wanted.slice(from, from + chunkJobs)) {
            const job = rows.bySeq(before.seq);
            // Somebody may have queued it again by hand.
            if (job?.state !== 'cancelled' || !isLegal('cancelled', before.state)) continue;
            events.insert(job.id, now(), 'cancelled', before.state, 'cancelUndone', null);
            rows.restore(before);
            if (job.batch !== null) batches.add(job.batch);
            changed++;
          }
        });
      }
      onMany(batches);
      onWork();
      return { changed };
    },
  };
};

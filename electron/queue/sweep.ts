import type { JobFilter } from '../../shared/contract.ts';
import { type JobState, requeueableStates } from '../../shared/job.ts';
import type { JobSweepRows } from '../db/job-sweeps.ts';
import type { JobRow } from '../db/jobs.ts';
import type { Ledger } from './ledger.ts';
import { asHalfDone } from './storage-error.ts';
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
  /** Cancels these too, and with them the whole cancellation is written. */
  cancelJobs(ids: string[], undo: Cancellation): Promise<{ jobs: unknown[]; undo?: string | null }>;
  /** Many jobs changed, without a word about each. */
  onMany(batches: ReadonlySet<string>): void;
  onWork(): void;
  now(): number;
  breathe(): Promise<void>;
}

export const createSweeper = (ledger: Ledger, rows: JobSweepRows, undos: UndoBook, ports: SweepPorts): Sweeper => {
  const { jobs, events } = ledger;
  const { matcher, cancelJobs, onMany, onWork, now, breathe } = ports;

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
    const moveIn = async (state: JobState): Promise<void> => {
      if (!isLegal(state, to)) throw new Error(`jobs cannot go from ${state} to ${to}`);
      for (let last = 0; ; ) {
        const page = filter.batch
          ? ledger.batches.inState(filter.batch, state, last, chunkJobs)
          : rows.inState(state, last, chunkJobs);
        const chosen = page.filter((row) => row.attempt === null && matches(row));
        if (chosen.length > 0)
          ledger.commit(() => {
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
    };
    try {
      for (const state of from) if (filter.states?.includes(state) ?? true) await moveIn(state);
    } catch (error) {
      throw asHalfDone(undo ? 'cancel' : 'requeue', error, changed);
    } finally {
      // Also of what was written before the disk refused.
      if (changed > 0) onMany(batches);
      if (changed > 0 && to === 'queued') onWork();
    }
    return changed;
  };
  /** The jobs that an engine has and that match. */
  const runningOf = (filter: JobFilter): string[] => {
    const matches = matcher(filter);
    const rows = jobs.atWork().filter((row) => atWork.includes(row.state) && (filter.states?.includes(row.state) ?? true));
    return rows.filter(matches).map((row) => row.id);
  };

  return {
    async cancel(filter) {
      const undo = undos.open();
      const before = runningOf(filter);
      let waited: number;
      try {
        waited = await moveAll(filter, cancellable, 'cancelled', 'cancelled', undo);
      } catch (error) {
        undo.abandon();
        throw error;
      }
      // Meanwhile some of what waited may have been claimed, and some of what ran may wait again.
      const ids = [...new Set([...before, ...runningOf(filter)])];
      const { jobs: stopped, undo: id = null } = await cancelJobs(ids, undo).catch((error: unknown) => {
        throw asHalfDone('cancel', error, waited);
      });
      return { changed: waited + stopped.length, undo: id };
    },
    async requeue(filter) {
      return { changed: await moveAll(filter, [...requeueableStates], 'queued', 'requeued') };
    },
    restore: undos.restore,
  };
};

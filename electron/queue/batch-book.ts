import { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import { Batch } from '../../shared/batch.ts';
import { type Job, type JobState, noCounts, Values } from '../../shared/job.ts';
import type { BatchRow } from '../db/batches.ts';
import type { QueueDeps } from './deps.ts';
import type { Ledger } from './ledger.ts';

/** Requests for many jobs, each as one thing. */
export interface BatchBook {
  find(id: string): Batch | null;
  list(isOpen: boolean, cursor: string | undefined, limit: number): { batches: Batch[]; next: string | null };
  jobs(id: string, cursor: string | undefined, limit: number): { jobs: Job[]; next: string | null };
  /** Something of a batch changed; told soon, once for many changes. */
  touch(id: string): void;
  /** Looks at those that may have ended while nobody told. */
  start(): void;
  /** Tells of everything that is still to be told. */
  flush(): void;
}

/** Least time between two events about batches. */
const tellMs = 250;
/** What still runs by itself, or waits to. */
const openStates: readonly JobState[] = ['queued', 'submitted', 'running', 'failed_retryable'];
/** Characters of values on one page of jobs; it ends early where they are longer. */
const pageLength = 5_000_000;

const Axes = Batch.shape.axes;
const Cursor = z.string().regex(/^\d{1,15}$/);

export const createBatchBook = ({ clock, emit, log }: Pick<QueueDeps, 'clock' | 'emit' | 'log'>, ledger: Ledger): BatchBook => {
  const { batches } = ledger;
  const toTell = new Set<string>();
  let stopTimer: (() => void) | null = null;

  const need = (id: string): BatchRow => {
    const row = batches.find(id);
    if (!row) throw new AppError('not-found', 'batchUnknown', { id });
    return row;
  };
  const view = (row: BatchRow): Batch => {
    const counts = { ...noCounts };
    for (const { state, n } of batches.counts(row.id)) counts[state] = n;
    return {
      id: row.id,
      key: row.key,
      template: row.template,
      version: row.version,
      priority: row.priority,
      values: Values.parse(JSON.parse(row.values_json)),
      axes: Axes.parse(JSON.parse(row.axes_json)),
      seeds: row.seeds,
      count: row.count,
      createdAt: new Date(row.created_at).toISOString(),
      endedAt: row.ended_at === null ? null : new Date(row.ended_at).toISOString(),
      counts,
    };
  };
  /** Notes whether it has ended, which nobody else does. */
  const look = (row: BatchRow): Batch => {
    const batch = view(row);
    const isOpen = openStates.some((state) => batch.counts[state] > 0);
    if (isOpen === (row.ended_at === null)) return batch;
    const at = isOpen ? null : clock.now();
    try {
      ledger.note(() => batches.end(row.id, at));
    } catch (error) {
      // Where the disk does not take it, the next look writes it.
      log.warn('the end of a batch could not be noted', { batch: row.id, error });
    }
    return { ...batch, endedAt: at === null ? null : new Date(at).toISOString() };
  };
  const tell = (): void => {
    stopTimer = null;
    const due = [...toTell];
    toTell.clear();
    for (const id of due) {
      try {
        const row = batches.find(id);
        if (row) emit('batch.changed', look(row));
      } catch (error) {
        log.error('a batch could not be told of', { batch: id, error });
      }
    }
  };
  const touch = (id: string): void => {
    toTell.add(id);
    stopTimer ??= clock.after(tellMs, tell);
  };
  const after = (cursor: string | undefined, start: number): number => {
    if (cursor === undefined) return start;
    const read = Cursor.safeParse(cursor);
    if (!read.success) throw new AppError('invalid-input', 'jobCursorUnknown');
    return Number(read.data);
  };

  return {
    find(id) {
      const row = batches.find(id);
      return row ? look(row) : null;
    },
    list(isOpen, cursor, limit) {
      const rows = batches.page(isOpen, after(cursor, Number.MAX_SAFE_INTEGER), limit + 1);
      const shown = rows.slice(0, limit);
      // Looked at, one may turn out to be over, or not to be: then the other list has it.
      const looked = shown.map(look).filter(({ endedAt }) => (endedAt === null) === isOpen);
      return { batches: looked, next: rows.length > limit ? String(shown.at(-1)?.first_seq ?? '') : null };
    },
    jobs(id, cursor, limit) {
      const rows = batches.jobs(need(id), after(cursor, 0), limit + 1);
      let length = 0;
      const fitting = rows.slice(0, limit).filter(({ values_json }, place) => {
        length += values_json.length;
        return place === 0 || length <= pageLength;
      });
      const next = fitting.length < rows.length ? String(fitting.at(-1)?.seq ?? '') : null;
      return { jobs: ledger.view.all(fitting), next };
    },
    touch,
    start() {
      for (const id of batches.open()) {
        const row = batches.find(id);
        if (row) look(row);
      }
    },
    flush() {
      stopTimer?.();
      tell();
    },
  };
};

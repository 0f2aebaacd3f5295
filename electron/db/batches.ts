import type { JobState, Priority } from '../../shared/job.ts';
import type { Db } from './database.ts';
import type { JobRow } from './jobs.ts';

/** A row of `batches`; JSON columns are parsed where they are used. */
export interface BatchRow {
  id: string;
  first_seq: number;
  count: number;
  created_at: number;
  key: string | null;
  template: string;
  version: number;
  priority: Priority;
  values_json: string;
  axes_json: string;
  seeds: number;
  ended_at: number | null;
}

/**
 * Holds for jobs of no batch and of complete ones: until all of a batch is written, none of it is there for anybody. Wrapped, so that
 * the planner looks for no index by it.
 */
export const isWhole = "coalesce(batch, '') NOT IN (SELECT id FROM batches WHERE is_complete = 0)";

/** Requests for many jobs, often written in several transactions. */
export interface BatchRows {
  begin(batch: Omit<BatchRow, 'ended_at'>): void;
  /** From now on it counts: its jobs run, and it can be found. */
  complete(id: string): void;
  /** What a crash left half written. */
  incomplete(): BatchRow[];
  remove(id: string): void;
  find(id: string): BatchRow | undefined;
  /** Complete ones, newest first, made before the one with this first seq. */
  page(isOpen: boolean, before: number, limit: number): BatchRow[];
  /** Ids of those that may still be at work. */
  open(): string[];
  end(id: string, at: number | null): void;
  counts(id: string): { state: JobState; n: number }[];
  /** Its jobs after one with this seq, in the order they were asked for. */
  jobs(batch: BatchRow, after: number, limit: number): JobRow[];
  /** Up to `limit` of its jobs in one state, after one with this seq. */
  inState(id: string, state: JobState, after: number, limit: number): JobRow[];
}

/** Prepares the statements once. */
export const createBatchRows = (db: Db): BatchRows => {
  const columns = 'id, first_seq, count, created_at, key, template, version, priority, values_json, axes_json, seeds';
  const begin = db.prepare(`INSERT INTO batches (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const complete = db.prepare('UPDATE batches SET is_complete = 1 WHERE id = ?');
  const incomplete = db.prepare<[], BatchRow>('SELECT * FROM batches WHERE is_complete = 0');
  const remove = db.prepare('DELETE FROM batches WHERE id = ?');
  const find = db.prepare<[string], BatchRow>('SELECT * FROM batches WHERE id = ? AND is_complete = 1');
  const openPage = db.prepare<[number, number], BatchRow>(
    `SELECT * FROM batches INDEXED BY batches_open WHERE ended_at IS NULL AND is_complete = 1 AND first_seq < ?
     ORDER BY first_seq DESC LIMIT +?`,
  );
  const endedPage = db.prepare<[number, number], BatchRow>(
    `SELECT * FROM batches INDEXED BY batches_order WHERE ended_at IS NOT NULL AND is_complete = 1 AND first_seq < ?
     ORDER BY first_seq DESC LIMIT +?`,
  );
  const open = db
    .prepare<[], string>('SELECT id FROM batches INDEXED BY batches_open WHERE ended_at IS NULL AND is_complete = 1')
    .pluck();
  const end = db.prepare('UPDATE batches SET ended_at = ? WHERE id = ?');
  const counts = db.prepare<[string], { state: JobState; n: number }>(
    'SELECT state, count(*) AS n FROM jobs INDEXED BY jobs_batch WHERE batch = ? GROUP BY state',
  );
  // Written one after the other: few other jobs lie between them.
  const jobs = db.prepare<[number, string, number], JobRow>(
    'SELECT * FROM jobs NOT INDEXED WHERE seq > ? AND batch = +? ORDER BY seq LIMIT +?',
  );
  const inState = db.prepare<[string, JobState, number, number], JobRow>(
    `SELECT * FROM jobs INDEXED BY jobs_batch WHERE batch = +? AND state = +? AND seq > ? AND ${isWhole} ORDER BY seq LIMIT +?`,
  );
  return {
    begin: (b) =>
      void begin.run(
        b.id,
        b.first_seq,
        b.count,
        b.created_at,
        b.key,
        b.template,
        b.version,
        b.priority,
        b.values_json,
        b.axes_json,
        b.seeds,
      ),
    complete: (id) => void complete.run(id),
    incomplete: () => incomplete.all(),
    remove: (id) => void remove.run(id),
    find: (id) => find.get(id),
    page: (isOpen, before, limit) => (isOpen ? openPage : endedPage).all(before, limit),
    open: () => open.all(),
    end: (id, at) => void end.run(at, id),
    counts: (id) => counts.all(id),
    jobs: ({ id, first_seq }, after, limit) => jobs.all(Math.max(after, first_seq - 1), id, limit),
    inState: (id, state, after, limit) => inState.all(id, state, after, limit),
  };
};

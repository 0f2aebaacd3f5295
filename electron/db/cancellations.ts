import type { JobState } from '../../shared/job.ts';
import type { Db } from './database.ts';
import type { JobRow } from './jobs.ts';

type CancellationState = 'open' | 'done' | 'undoing';

/** A job as it was before it was cancelled. */
type JobBefore = Pick<JobRow, 'seq' | 'state' | 'retry_at' | 'tries' | 'deaths' | 'faults' | 'error_json'>;

/** A job of a cancellation: as it was, and where it stands now. */
interface CancelledJob extends JobBefore {
  id: string;
  batch: string | null;
  stateNow: JobState;
}

/** Cancellations that can be taken back, and the jobs that each took away. */
export interface CancellationRows {
  begin(id: string): void;
  /** Keeps jobs, by their seqs, as they are now. A job belongs to one cancellation, the last. */
  keep(id: string, seqs: readonly number[]): void;
  /** `until`: in ms since the epoch. */
  set(id: string, state: CancellationState, until: number): void;
  find(id: string): { state: CancellationState; until: number } | undefined;
  all(): { id: string; state: CancellationState; until: number }[];
  /** Some of its jobs that are still kept. */
  some(id: string, limit: number): CancelledJob[];
  /** Puts a cancelled job back as it was. */
  restore(before: JobBefore): void;
  drop(seqs: readonly number[]): void;
  remove(id: string): void;
}

/** Prepares the statements once. */
export const createCancellationRows = (db: Db): CancellationRows => {
  const begin = db.prepare("INSERT INTO cancellations (id, state, until) VALUES (?, 'open', 0)");
  const keep = db.prepare(
    `INSERT OR REPLACE INTO cancelled_jobs (seq, cancellation, state, retry_at, tries, deaths, faults, error_json)
     SELECT seq, ?, state, retry_at, tries, deaths, faults, error_json FROM jobs WHERE seq IN (SELECT value FROM json_each(?))`,
  );
  const set = db.prepare('UPDATE cancellations SET state = ?, until = ? WHERE id = ?');
  const find = db.prepare<[string], { state: CancellationState; until: number }>(
    'SELECT state, until FROM cancellations WHERE id = ?',
  );
  const all = db.prepare<[], { id: string; state: CancellationState; until: number }>(
    'SELECT id, state, until FROM cancellations',
  );
  const some = db.prepare<[string, number], CancelledJob>(
    `SELECT c.seq, c.state, c.retry_at, c.tries, c.deaths, c.faults, c.error_json, j.id, j.batch, j.state AS stateNow
     FROM cancelled_jobs c JOIN jobs j ON j.seq = c.seq WHERE c.cancellation = +? ORDER BY c.seq LIMIT +?`,
  );
  const restore = db.prepare(
    `UPDATE jobs SET state = ?, finished_at = NULL, cancel_at = NULL, retry_at = ?, tries = ?, deaths = ?, faults = ?, error_json = ?
     WHERE seq = ?`,
  );
  const drop = db.prepare('DELETE FROM cancelled_jobs WHERE seq IN (SELECT value FROM json_each(?))');
  const remove = db.prepare('DELETE FROM cancellations WHERE id = ?');
  return {
    begin: (id) => void begin.run(id),
    keep: (id, seqs) => void keep.run(id, JSON.stringify(seqs)),
    set: (id, state, until) => void set.run(state, until, id),
    find: (id) => find.get(id),
    all: () => all.all(),
    some: (id, limit) => some.all(id, limit),
    restore: ({ seq, state, retry_at, tries, deaths, faults, error_json }) =>
      void restore.run(state, retry_at, tries, deaths, faults, error_json, seq),
    drop: (seqs) => void drop.run(JSON.stringify(seqs)),
    remove: (id) => void remove.run(id),
  };
};

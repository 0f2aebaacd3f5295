import type { JobState, Priority } from '../../shared/job.ts';
import { isWhole } from './batches.ts';
import type { Db } from './database.ts';

/** A row of `jobs` as SQLite holds it: STRICT and CHECK vouch for the types, JSON columns are parsed where they are used. */
export interface JobRow {
  seq: number;
  id: string;
  key: string | null;
  request: string | null;
  template: string;
  version: number;
  digest: string;
  values_json: string;
  seed: string | null;
  state: JobState;
  priority: Priority;
  grade: number;
  rank: number;
  batch: string | null;
  /** Megapixels × batch × frames × steps; null for a job of an earlier Hearth. */
  work: number | null;
  created_at: number;
  finished_at: number | null;
  retry_at: number | null;
  attempt: string | null;
  cancel_at: number | null;
  tries: number;
  deaths: number;
  faults: number;
  error_json: string | null;
}

/** What changes over a job's life. */
export type JobPatch = Partial<
  Pick<JobRow, 'state' | 'finished_at' | 'retry_at' | 'attempt' | 'cancel_at' | 'tries' | 'deaths' | 'faults' | 'error_json'>
>;

/** What the jobs of one request share. */
interface NewJobs
  extends Pick<JobRow, 'request' | 'template' | 'version' | 'digest' | 'priority' | 'grade' | 'batch' | 'created_at'> {
  /** Of the first one; the others follow. */
  seq: number;
  rank: number;
  rankStep: number;
  /** The key itself for a request for one; for one of many their keys are this, a slash and their number. */
  key: string | null;
  /** Number of the first one among all of the request, from 1; null for a request for one. */
  number: number | null;
}
/** What they differ in. */
export type NewJob = Pick<JobRow, 'id' | 'values_json' | 'seed' | 'work'>;

/** Statements over the jobs table that the queue's work needs; its lists are in job-pages. */
export interface JobRows {
  /** Highest seq in use, 0 for none. */
  lastSeq(): number;
  /** Adds them as `queued`: one without a number, or any of many. Throws when an id or a key is taken. */
  insert(shared: NewJobs, jobs: readonly NewJob[]): void;
  find(id: string): JobRow | undefined;
  findByKey(key: string): JobRow | undefined;
  /** Writes what changes over a job's life; `before` is the row as the table has it. */
  write(job: JobRow, before: JobRow): void;
  /** Many that no engine has, by their seqs, are queued anew or over: what happened to them before no longer counts. */
  changeMany(seqs: readonly number[], state: 'queued' | 'cancelled', finishedAt: number | null): void;
  /**
   * The first few in run order that wait and no engine has, leaving out one batch that is still being written and what is more work
   * than `most`.
   */
  firstFew(writing: string | null, most: number, limit: number): JobRow[];
  /** What engines have and what is being stored, in the order of claim. */
  atWork(): JobRow[];
  /** The first that wait, in run order, then those that wait for their next attempt. */
  waiting(limit: number): JobRow[];
  /** The one that waits longest. */
  oldest(writing: string | null, most: number): JobRow | undefined;
  /** The first few in run order whose next attempt is due, and the one of them that waits longest. */
  dueFew(now: number, most: number, limit: number): JobRow[];
  oldestDue(now: number, most: number): JobRow | undefined;
  /** When the first retry after `now` falls due. */
  nextRetryAt(now: number): number | null;
  /** Rank before everything that waits in a grade. */
  frontRank(grade: number): number;
  /** Up to `limit` jobs of a batch, from `firstSeq` on, are removed; answers how many were. */
  removeBatch(batch: string, firstSeq: number, limit: number): number;
  /** Of all jobs but those of a batch that is not complete, and of those in no batch. */
  counts(): { state: JobState; n: number; loose: number }[];
}

/** Prepares the statements once. */
export const createJobRows = (db: Db): JobRows => {
  const lastSeq = db.prepare<[], { n: number | null }>('SELECT max(seq) AS n FROM jobs');
  const columns =
    'seq, id, key, request, template, version, digest, values_json, seed, state, priority, grade, rank, batch, created_at, work';
  const insertOne = db.prepare(`INSERT INTO jobs (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?, ?, ?, ?, ?)`);
  // Many in one statement: half the cost of one statement each. The key stays out of the JSON, for it is anybody's text.
  const insertMany = db.prepare(
    `INSERT INTO jobs (${columns})
     SELECT @seq + e.key, e.value ->> 0, @key || '/' || CAST(@number + e.key AS INTEGER), @request, @template, @version, @digest,
       e.value ->> 1, e.value ->> 2, 'queued', @priority, @grade, @rank + e.key * @rankStep, @batch, @created_at, e.value ->> 3
     FROM json_each(@jobs) e`,
  );
  const find = db.prepare<[string], JobRow>('SELECT * FROM jobs WHERE id = ?');
  const findByKey = db.prepare<[string], JobRow>('SELECT * FROM jobs WHERE key = ?');
  const change = db.prepare(
    `UPDATE jobs SET state = ?, finished_at = ?, retry_at = ?, attempt = ?, cancel_at = ?, tries = ?, deaths = ?, faults = ?, error_json = ?
     WHERE seq = ?`,
  );
  // Every column that is set has its indexes renewed, also with the value that it had; most name the state.
  const changeInState = db.prepare(
    `UPDATE jobs SET finished_at = ?, retry_at = ?, attempt = ?, cancel_at = ?, tries = ?, deaths = ?, faults = ?, error_json = ?
     WHERE seq = ?`,
  );
  const changeMany = db.prepare(
    `UPDATE jobs SET state = ?, finished_at = ?, retry_at = NULL, cancel_at = NULL, tries = 0, deaths = 0, faults = 0, error_json = NULL
     WHERE seq IN (SELECT value FROM json_each(?))`,
  );
  const waiting = "state = 'queued' AND attempt IS NULL AND batch IS NOT +? AND (work IS NULL OR work <= +?)";
  // `IS NOT ?` keeps jobs without a batch, also where the parameter is the empty text that no batch is called.
  // The planner knows nothing of the table's sizes and would sort all that wait: each statement names the index it was made for.
  const firstFew = db.prepare<[string, number, number], JobRow>(
    `SELECT * FROM jobs INDEXED BY jobs_claim WHERE ${waiting} ORDER BY grade, rank LIMIT +?`,
  );
  const atWork = db.prepare<[], JobRow>(
    "SELECT j.* FROM attempts a JOIN jobs j ON j.id = a.job WHERE a.state IN ('open', 'collecting') ORDER BY a.seq",
  );
  const firstOnes = db.prepare<[number], JobRow>(
    `SELECT * FROM jobs INDEXED BY jobs_claim WHERE state = 'queued' AND attempt IS NULL AND ${isWhole}
     ORDER BY grade, rank, seq LIMIT +?`,
  );
  const retries = db.prepare<[number], JobRow>(
    "SELECT * FROM jobs INDEXED BY jobs_retry WHERE state = 'failed_retryable' AND retry_at IS NOT NULL ORDER BY retry_at, seq LIMIT +?",
  );
  const oldest = db.prepare<[string, number], JobRow>(
    `SELECT * FROM jobs INDEXED BY jobs_state WHERE ${waiting} ORDER BY seq LIMIT 1`,
  );
  const dueFew = db.prepare<[number, number, number], JobRow>(
    `SELECT * FROM jobs INDEXED BY jobs_retry WHERE state = 'failed_retryable' AND retry_at <= +? AND (work IS NULL OR work <= +?)
     ORDER BY grade, rank LIMIT +?`,
  );
  const oldestDue = db.prepare<[number, number], JobRow>(
    `SELECT * FROM jobs INDEXED BY jobs_retry WHERE state = 'failed_retryable' AND retry_at <= +? AND (work IS NULL OR work <= +?)
     ORDER BY seq LIMIT 1`,
  );
  // Most of the time none is, and to set up the sorting of nothing takes ten times as long as to see that.
  const isAnyDue = db
    .prepare<[number], number>(
      "SELECT 1 FROM jobs INDEXED BY jobs_retry WHERE state = 'failed_retryable' AND retry_at <= ? LIMIT 1",
    )
    .pluck();
  const nextRetry = db.prepare<[number], { at: number | null }>(
    "SELECT min(retry_at) AS at FROM jobs INDEXED BY jobs_retry WHERE state = 'failed_retryable' AND retry_at > ?",
  );
  const frontRank = db.prepare<[number], { rank: number | null }>(
    "SELECT min(rank) AS rank FROM jobs INDEXED BY jobs_claim WHERE state = 'queued' AND attempt IS NULL AND grade = ?",
  );
  const removeBatch = db.prepare(
    'DELETE FROM jobs WHERE seq IN (SELECT seq FROM jobs NOT INDEXED WHERE seq >= ? AND batch = ? ORDER BY seq LIMIT +?)',
  );
  const counts = db.prepare<[], { state: JobState; n: number; loose: number }>(
    'SELECT state, sum(n) AS n, sum(loose) AS loose FROM job_counts GROUP BY state',
  );

  // Counted by triggers with the others from the first one on, and taken off here until the batch is complete.
  const half = db
    .prepare<[], number>(
      "SELECT count(*) FROM jobs INDEXED BY jobs_batch WHERE state = 'queued' AND batch IN (SELECT id FROM batches WHERE is_complete = 0)",
    )
    .pluck();

  return {
    lastSeq: () => lastSeq.get()?.n ?? 0,
    insert(shared, jobs) {
      const [one] = jobs;
      if (one === undefined) return;
      if (shared.number === null) {
        const { seq, key, request, template, version, digest, priority, grade, rank, batch, created_at } = shared;
        const { id, values_json, seed, work } = one;
        insertOne.run(
          seq,
          id,
          key,
          request,
          template,
          version,
          digest,
          values_json,
          seed,
          priority,
          grade,
          rank,
          batch,
          created_at,
          work,
        );
        return;
      }
      insertMany.run({
        ...shared,
        jobs: JSON.stringify(jobs.map(({ id, values_json, seed, work }) => [id, values_json, seed, work])),
      });
    },
    find: (id) => find.get(id),
    findByKey: (key) => findByKey.get(key),
    write({ state, finished_at, retry_at, attempt, cancel_at, tries, deaths, faults, error_json, seq }, before) {
      const rest = [finished_at, retry_at, attempt, cancel_at, tries, deaths, faults, error_json, seq];
      if (state === before.state) changeInState.run(rest);
      else change.run(state, rest);
    },
    changeMany: (seqs, state, finishedAt) => void changeMany.run(state, finishedAt, JSON.stringify(seqs)),
    firstFew: (writing, most, limit) => firstFew.all(writing ?? '', most, limit),
    atWork: () => atWork.all(),
    waiting(limit) {
      const rows = firstOnes.all(limit);
      return rows.length < limit ? [...rows, ...retries.all(limit - rows.length)] : rows;
    },
    oldest: (writing, most) => oldest.get(writing ?? '', most),
    dueFew: (now, most, limit) => (isAnyDue.get(now) === undefined ? [] : dueFew.all(now, most, limit)),
    oldestDue: (now, most) => (isAnyDue.get(now) === undefined ? undefined : oldestDue.get(now, most)),
    nextRetryAt: (now) => nextRetry.get(now)?.at ?? null,
    frontRank: (grade) => (frontRank.get(grade)?.rank ?? 0) - 1,
    removeBatch: (batch, firstSeq, limit) => removeBatch.run(firstSeq, batch, limit).changes,
    counts() {
      const hidden = half.get() ?? 0;
      return counts.all().map((row) => (row.state === 'queued' ? { ...row, n: row.n - hidden } : row));
    },
  };
};

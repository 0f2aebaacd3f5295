import type { JobState, Priority } from '../../shared/job.ts';
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
type NewJob = Pick<JobRow, 'id' | 'values_json' | 'seed'>;

/** Statements over the jobs table that the queue's work needs; its lists are in job-pages. */
export interface JobRows {
  /** Highest seq in use, 0 for none. */
  lastSeq(): number;
  /** Adds them as `queued`: one without a number, or any of many. Throws when an id or a key is taken. */
  insert(shared: NewJobs, jobs: readonly NewJob[]): void;
  find(id: string): JobRow | undefined;
  findByKey(key: string): JobRow | undefined;
  /** Writes `patch` and answers with the row as it then is. */
  change(job: JobRow, patch: JobPatch): JobRow;
  /** First in run order that waits and no engine has, leaving out one batch that is still being written. */
  first(writing: string | null): JobRow | undefined;
  /** What engines have and what is being stored, in the order of claim. */
  atWork(): JobRow[];
  /** The first that wait, in run order, then those that wait for their next attempt. */
  waiting(limit: number): JobRow[];
  /** The one that waits longest. */
  oldest(writing: string | null): JobRow | undefined;
  /** First in run order whose next attempt is due. */
  due(now: number): JobRow | undefined;
  /** When the first retry after `now` falls due. */
  nextRetryAt(now: number): number | null;
  /** Rank before everything that waits in a grade. */
  frontRank(grade: number): number;
  /** Up to `limit` jobs of a batch, from `firstSeq` on, are removed; answers how many were. */
  removeBatch(batch: string, firstSeq: number, limit: number): number;
  counts(): { state: JobState; n: number }[];
}

/** Prepares the statements once. */
export const createJobRows = (db: Db): JobRows => {
  const lastSeq = db.prepare<[], { n: number | null }>('SELECT max(seq) AS n FROM jobs');
  const columns =
    'seq, id, key, request, template, version, digest, values_json, seed, state, priority, grade, rank, batch, created_at';
  const insertOne = db.prepare(`INSERT INTO jobs (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?, ?, ?, ?)`);
  // Many in one statement: half the cost of one statement each. The key stays out of the JSON, for it is anybody's text.
  const insertMany = db.prepare(
    `INSERT INTO jobs (${columns})
     SELECT @seq + e.key, e.value ->> 0, @key || '/' || CAST(@number + e.key AS INTEGER), @request, @template, @version, @digest,
       e.value ->> 1, e.value ->> 2, 'queued', @priority, @grade, @rank + e.key * @rankStep, @batch, @created_at
     FROM json_each(@jobs) e`,
  );
  const find = db.prepare<[string], JobRow>('SELECT * FROM jobs WHERE id = ?');
  const findByKey = db.prepare<[string], JobRow>('SELECT * FROM jobs WHERE key = ?');
  const change = db.prepare(
    `UPDATE jobs SET state = ?, finished_at = ?, retry_at = ?, attempt = ?, cancel_at = ?, tries = ?, deaths = ?, faults = ?, error_json = ?
     WHERE seq = ?`,
  );
  const waiting = "state = 'queued' AND attempt IS NULL AND batch IS NOT ?";
  // `IS NOT ?` keeps jobs without a batch, also where the parameter is the empty text that no batch is called.
  // The planner knows nothing of the table's sizes and would sort all that wait: each statement names the index it was made for.
  const first = db.prepare<[string], JobRow>(
    `SELECT * FROM jobs INDEXED BY jobs_claim WHERE ${waiting} ORDER BY grade, rank LIMIT 1`,
  );
  const atWork = db.prepare<[], JobRow>(
    "SELECT j.* FROM attempts a JOIN jobs j ON j.id = a.job WHERE a.state IN ('open', 'collecting') ORDER BY a.seq",
  );
  const firstOnes = db.prepare<[number], JobRow>(
    "SELECT * FROM jobs INDEXED BY jobs_claim WHERE state = 'queued' AND attempt IS NULL ORDER BY grade, rank LIMIT ?",
  );
  const retries = db.prepare<[number], JobRow>(
    "SELECT * FROM jobs INDEXED BY jobs_retry WHERE state = 'failed_retryable' AND retry_at IS NOT NULL ORDER BY retry_at, seq LIMIT ?",
  );
  const oldest = db.prepare<[string], JobRow>(`SELECT * FROM jobs INDEXED BY jobs_state WHERE ${waiting} ORDER BY seq LIMIT 1`);
  const due = db.prepare<[number], JobRow>(
    "SELECT * FROM jobs INDEXED BY jobs_retry WHERE state = 'failed_retryable' AND retry_at <= ? ORDER BY grade, rank LIMIT 1",
  );
  const nextRetry = db.prepare<[number], { at: number | null }>(
    "SELECT min(retry_at) AS at FROM jobs INDEXED BY jobs_retry WHERE state = 'failed_retryable' AND retry_at > ?",
  );
  const frontRank = db.prepare<[number], { rank: number | null }>(
    "SELECT min(rank) AS rank FROM jobs INDEXED BY jobs_claim WHERE state = 'queued' AND attempt IS NULL AND grade = ?",
  );
  const removeBatch = db.prepare(
    'DELETE FROM jobs WHERE seq IN (SELECT seq FROM jobs WHERE seq >= ? AND batch = ? ORDER BY seq LIMIT ?)',
  );
  const counts = db.prepare<[], { state: JobState; n: number }>('SELECT state, n FROM job_counts');

  return {
    lastSeq: () => lastSeq.get()?.n ?? 0,
    insert(shared, jobs) {
      const [one] = jobs;
      if (one === undefined) return;
      if (shared.number === null) {
        const { seq, key, request, template, version, digest, priority, grade, rank, batch, created_at } = shared;
        const { id, values_json, seed } = one;
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
        );
        return;
      }
      insertMany.run({ ...shared, jobs: JSON.stringify(jobs.map(({ id, values_json, seed }) => [id, values_json, seed])) });
    },
    find: (id) => find.get(id),
    findByKey: (key) => findByKey.get(key),
    change(job, patch) {
      const next = { ...job, ...patch };
      change.run(
        next.state,
        next.finished_at,
        next.retry_at,
        next.attempt,
        next.cancel_at,
        next.tries,
        next.deaths,
        next.faults,
        next.error_json,
        next.seq,
      );
      return next;
    },
    first: (writing) => first.get(writing ?? ''),
    atWork: () => atWork.all(),
    waiting(limit) {
      const rows = firstOnes.all(limit);
      return rows.length < limit ? [...rows, ...retries.all(limit - rows.length)] : rows;
    },
    oldest: (writing) => oldest.get(writing ?? ''),
    due: (now) => due.get(now),
    nextRetryAt: (now) => nextRetry.get(now)?.at ?? null,
    frontRank: (grade) => (frontRank.get(grade)?.rank ?? 0) - 1,
    removeBatch: (batch, firstSeq, limit) => removeBatch.run(firstSeq, batch, limit).changes,
    counts: () => counts.all(),
  };
};

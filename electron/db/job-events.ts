import type { JobState } from '../../shared/job.ts';
import type { Db } from './database.ts';

export interface JobEventRow {
  at: number;
  from_state: JobState | null;
  to_state: JobState;
  reason: string;
  attempt: string | null;
}

/** What happened to each job, in order. */
export interface JobEventRows {
  insert(job: string, at: number, from: JobState | null, to: JobState, reason: string, attempt: string | null): void;
  /** The first line of jobs just written, by their seqs, both inclusive. */
  insertFirst(fromSeq: number, toSeq: number, reason: string): void;
  ofJob(job: string): JobEventRow[];
}

/** Prepares the statements once. */
export const createJobEventRows = (db: Db): JobEventRows => {
  const insert = db.prepare('INSERT INTO job_events (job, at, from_state, to_state, reason, attempt) VALUES (?, ?, ?, ?, ?, ?)');
  const insertFirst = db.prepare(
    `INSERT INTO job_events (job, at, from_state, to_state, reason, attempt)
     SELECT id, created_at, NULL, state, ?, NULL FROM jobs WHERE seq BETWEEN ? AND ? ORDER BY seq`,
  );
  const ofJob = db.prepare<[string], JobEventRow>(
    'SELECT at, from_state, to_state, reason, attempt FROM job_events WHERE job = +? ORDER BY seq',
  );
  return {
    insert: (job, at, from, to, reason, attempt) => void insert.run(job, at, from, to, reason, attempt),
    insertFirst: (fromSeq, toSeq, reason) => void insertFirst.run(reason, fromSeq, toSeq),
    ofJob: (job) => ofJob.all(job),
  };
};

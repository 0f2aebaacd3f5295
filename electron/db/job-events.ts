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
  ofJob(job: string): JobEventRow[];
}

/** Prepares the statements once. */
export const createJobEventRows = (db: Db): JobEventRows => {
  const insert = db.prepare('INSERT INTO job_events (job, at, from_state, to_state, reason, attempt) VALUES (?, ?, ?, ?, ?, ?)');
  const ofJob = db.prepare<[string], JobEventRow>(
    'SELECT at, from_state, to_state, reason, attempt FROM job_events WHERE job = ? ORDER BY seq',
  );
  return {
    insert: (job, at, from, to, reason, attempt) => void insert.run(job, at, from, to, reason, attempt),
    ofJob: (job) => ofJob.all(job),
  };
};

import type { JobState } from '../../shared/job.ts';
import type { Db } from './database.ts';

/** Which job was made from which by editing. */
export interface JobOriginRows {
  insert(job: string, origin: string): void;
  /** `state` null: it was removed since. */
  originOf(job: string): { id: string; state: JobState | null } | undefined;
  madeFrom(origin: string): { id: string; state: JobState; created_at: number }[];
}

/** Prepares the statements once. */
export const createJobOriginRows = (db: Db): JobOriginRows => {
  const insert = db.prepare('INSERT OR IGNORE INTO job_origins (job, origin) VALUES (?, ?)');
  const origin = db.prepare<[string], { id: string; state: JobState | null }>(
    'SELECT o.origin AS id, j.state FROM job_origins o LEFT JOIN jobs j ON j.id = o.origin WHERE o.job = ?',
  );
  const made = db.prepare<[string], { id: string; state: JobState; created_at: number }>(
    'SELECT j.id, j.state, j.created_at FROM job_origins o JOIN jobs j ON j.id = o.job WHERE o.origin = +? ORDER BY o.job LIMIT 100',
  );
  return {
    insert: (job, from) => void insert.run(job, from),
    originOf: (job) => origin.get(job),
    madeFrom: (from) => made.all(from),
  };
};

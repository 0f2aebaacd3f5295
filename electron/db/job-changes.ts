import { z } from 'zod';
import { JobChange, type JobChanges } from '../../shared/job-change.ts';
import type { Db } from './database.ts';

/** What remedies changed in single jobs. */
export interface JobChangeRows {
  /** Inside the transaction that adds the job. */
  insert(job: string, changes: JobChanges): void;
  of(job: string): JobChanges | undefined;
}

const Row = z.object({ remedy: z.string(), changes_json: z.string() });

/** Prepares the statements once. */
export const createJobChangeRows = (db: Db): JobChangeRows => {
  const insert = db.prepare('INSERT INTO job_changes (job, remedy, changes_json) VALUES (?, ?, ?)');
  const find = db.prepare('SELECT remedy, changes_json FROM job_changes WHERE job = ?');
  // Every view of a job asks, and most people never change one: until the first, nothing is looked up.
  let mayHaveAny = db.prepare('SELECT 1 FROM job_changes LIMIT 1').get() !== undefined;
  return {
    insert(job, { remedy, changes }) {
      mayHaveAny = true;
      insert.run(job, remedy, JSON.stringify(changes));
    },
    of(job) {
      const raw = mayHaveAny ? find.get(job) : undefined;
      if (raw === undefined) return undefined;
      const { remedy, changes_json: text } = Row.parse(raw);
      return { remedy, changes: z.array(JobChange).parse(JSON.parse(text)) };
    },
  };
};

import { z } from 'zod';
import { JobChange, type JobChanges } from '../../shared/job-change.ts';
import type { Db } from './database.ts';

/** What remedies changed in single jobs. Few jobs have any, and every view of a job asks: they are kept in memory. */
export interface JobChangeRows {
  /** Inside the transaction that adds the job. */
  insert(job: string, changes: JobChanges): void;
  of(job: string): JobChanges | undefined;
}

const Row = z.object({ job: z.string(), remedy: z.string(), changes_json: z.string() });

/** Reads what there is once. */
export const createJobChangeRows = (db: Db): JobChangeRows => {
  const known = new Map<string, JobChanges>();
  for (const raw of db.prepare('SELECT job, remedy, changes_json FROM job_changes').iterate()) {
    const { job, remedy, changes_json: text } = Row.parse(raw);
    known.set(job, { remedy, changes: z.array(JobChange).parse(JSON.parse(text)) });
  }
  const insert = db.prepare('INSERT INTO job_changes (job, remedy, changes_json) VALUES (?, ?, ?)');
  return {
    insert(job, changes) {
      insert.run(job, changes.remedy, JSON.stringify(changes.changes));
      known.set(job, changes);
    },
    of: (job) => known.get(job),
  };
};

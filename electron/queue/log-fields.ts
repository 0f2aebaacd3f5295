import type { AttemptRow } from '../db/attempts.ts';
import type { JobRows } from '../db/jobs.ts';

/** What every line about an attempt carries, so that one search finds all of them. */
export const logFieldsOf = (
  jobs: Pick<JobRows, 'find'>,
  { job, id, engine }: Pick<AttemptRow, 'job' | 'id' | 'engine'>,
): { job: string; attempt: string; template: string | undefined; engine: string } => {
  const row = jobs.find(job);
  return { job, attempt: id, template: row && `${row.template}@${row.version}`, engine };
};

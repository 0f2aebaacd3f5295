import type { Migration } from '../migrate.ts';

/**
 * What a remedy changed in one job's own copy of its graph: it never changes again, so each of the job's attempts was made with it. And
 * incidents are found by their job.
 */
export const jobChanges: Migration = {
  number: 11,
  name: 'job changes',
  sql: `
CREATE TABLE job_changes (
  job TEXT NOT NULL PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
  remedy TEXT NOT NULL,
  changes_json TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX incident_times_job ON incident_times (job) WHERE job IS NOT NULL;
`,
};

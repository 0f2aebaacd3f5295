import type { Migration } from '../migrate.ts';

/**
 * What a cancellation keeps of a job goes once that job is not cancelled any more, whoever brought it back: what happened to it since is
 * not undone by that cancellation.
 */
export const keptCancellations: Migration = {
  number: 13,
  name: 'kept cancellations',
  sql: `
DELETE FROM cancelled_jobs WHERE seq IN (SELECT seq FROM jobs WHERE state <> 'cancelled');
CREATE TRIGGER cancelled_jobs_back AFTER UPDATE OF state ON jobs WHEN OLD.state = 'cancelled' AND NEW.state <> 'cancelled'
BEGIN
  DELETE FROM cancelled_jobs WHERE seq = OLD.seq;
END;
`,
};

import type { Migration } from '../migrate.ts';

/**
 * Cancellations that can be taken back, files on their way out, and an order in which no two waiting jobs stand at the same place.
 * Times are ms since the epoch.
 */
export const cancellations: Migration = {
  number: 12,
  name: 'cancellations',
  sql: `
CREATE TABLE cancellations (
  id TEXT NOT NULL PRIMARY KEY,
  -- open: being written; done: can be taken back; undoing: is being taken back. Of a host that ended meanwhile, what is open or undoing
  -- is taken back whole by the next one.
  state TEXT NOT NULL CHECK (state IN ('open', 'done', 'undoing')),
  -- from then on a done one is forgotten
  until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What only waited before it was cancelled, as it was. Cancelled once more it belongs to the last cancellation.
CREATE TABLE cancelled_jobs (
  seq INTEGER PRIMARY KEY REFERENCES jobs (seq) ON DELETE CASCADE,
  cancellation TEXT NOT NULL REFERENCES cancellations (id),
  state TEXT NOT NULL,
  retry_at INTEGER,
  tries INTEGER NOT NULL,
  deaths INTEGER NOT NULL,
  faults INTEGER NOT NULL,
  error_json TEXT
) STRICT;
CREATE INDEX cancelled_jobs_of ON cancelled_jobs (cancellation, seq);

-- Files whose rows are gone; noted with the last of those rows, so that no crash in between leaves a file that nobody knows.
CREATE TABLE files_to_remove (path TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;

-- Jobs of one grade may have the same rank: the older one then comes first, in every list and for every claim.
DROP INDEX jobs_claim;
CREATE INDEX jobs_claim ON jobs (grade, rank, seq, batch, work) WHERE state = 'queued' AND attempt IS NULL;
`,
};

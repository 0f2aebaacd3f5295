import type { Migration } from '../migrate.ts';

/**
 * Jobs, their attempts, what they made, what happened to them; settings and pauses. Times are ms since the epoch, seeds decimal
 * text (SQLite's integers end at 2^63), JSON columns end in `_json`. `seq` gives the order of insertion: keyset pages go by it.
 */
export const queue: Migration = {
  number: 1,
  name: 'queue',
  sql: `
CREATE TABLE jobs (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  key TEXT,
  -- digest of the request as given, before seeds were drawn; compared when the key comes again
  request TEXT,
  template TEXT NOT NULL,
  version INTEGER NOT NULL,
  digest TEXT NOT NULL,
  values_json TEXT NOT NULL,
  seed TEXT,
  state TEXT NOT NULL CHECK (state IN
    ('queued','submitted','running','succeeded','failed_retryable','failed_terminal','dead_letter','held','cancelled')),
  priority TEXT NOT NULL CHECK (priority IN ('interactive','normal','batch')),
  -- run order: lower grade first (0 moved to the front, 1 interactive, 2 normal, 3 batch), within a grade lower rank first
  grade INTEGER NOT NULL,
  rank INTEGER NOT NULL,
  -- the batch it was written with: it counts once that one is complete
  batch TEXT,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  retry_at INTEGER,
  -- attempt that is open or collecting, else null
  attempt TEXT,
  -- a person wants it cancelled while an engine has it
  cancel_at INTEGER,
  -- since it was queued last by a person: attempts that count, engine deaths under it, unexplained execution errors
  tries INTEGER NOT NULL DEFAULT 0,
  deaths INTEGER NOT NULL DEFAULT 0,
  faults INTEGER NOT NULL DEFAULT 0,
  error_json TEXT
) STRICT;
CREATE UNIQUE INDEX jobs_key ON jobs (key) WHERE key IS NOT NULL;
CREATE INDEX jobs_state ON jobs (state, seq);
CREATE INDEX jobs_template ON jobs (template, state, seq);
CREATE INDEX jobs_claim ON jobs (grade, rank) WHERE state = 'queued' AND attempt IS NULL;
CREATE INDEX jobs_retry ON jobs (retry_at) WHERE state = 'failed_retryable';

-- Many jobs of one request are written in several transactions; only a complete batch is run. What a crash left incomplete goes.
CREATE TABLE batches (
  id TEXT NOT NULL PRIMARY KEY,
  -- the first of its jobs has this seq or a later one
  first_seq INTEGER NOT NULL,
  count INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  is_complete INTEGER NOT NULL DEFAULT 0 CHECK (is_complete IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE INDEX batches_incomplete ON batches (id) WHERE is_complete = 0;

CREATE TABLE attempts (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  job TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  engine TEXT NOT NULL,
  launch TEXT NOT NULL,
  -- client id it was handed over under: only that one hears of it
  client TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open','collecting','succeeded','failed','lost','cancelled')),
  started_at INTEGER NOT NULL,
  submitted_at INTEGER,
  running_at INTEGER,
  ended_at INTEGER,
  -- the engine's folders, so that its files are found when it no longer runs; null for an external one
  folders_json TEXT,
  -- what history listed, kept while collecting: files and texts, and how the job shall end if not in success
  outputs_json TEXT,
  error_json TEXT
) STRICT;
CREATE UNIQUE INDEX attempts_open ON attempts (engine) WHERE state = 'open';
CREATE INDEX attempts_unsettled ON attempts (state) WHERE state IN ('open','collecting');
CREATE INDEX attempts_job ON attempts (job, seq);

CREATE TABLE artifacts (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  job TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  attempt TEXT NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
  template TEXT NOT NULL,
  node TEXT NOT NULL,
  place INTEGER NOT NULL,
  kind TEXT NOT NULL,
  mime TEXT NOT NULL,
  name TEXT NOT NULL,
  path TEXT NOT NULL UNIQUE,
  sha256 TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  width INTEGER,
  height INTEGER,
  created_at INTEGER NOT NULL,
  is_partial INTEGER NOT NULL DEFAULT 0 CHECK (is_partial IN (0, 1)),
  UNIQUE (attempt, node, place)
) STRICT;
CREATE INDEX artifacts_job ON artifacts (job, seq);
CREATE INDEX artifacts_template ON artifacts (template, seq);

CREATE TABLE job_events (
  seq INTEGER PRIMARY KEY,
  job TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  from_state TEXT,
  to_state TEXT NOT NULL,
  reason TEXT NOT NULL,
  attempt TEXT
) STRICT;
CREATE INDEX job_events_job ON job_events (job, seq);

-- How many jobs are in each state, kept by triggers so that nobody counts a long table.
CREATE TABLE job_counts (state TEXT NOT NULL PRIMARY KEY, n INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO job_counts (state, n) VALUES
  ('queued',0),('submitted',0),('running',0),('succeeded',0),('failed_retryable',0),
  ('failed_terminal',0),('dead_letter',0),('held',0),('cancelled',0);
CREATE TRIGGER jobs_counted AFTER INSERT ON jobs BEGIN
  UPDATE job_counts SET n = n + 1 WHERE state = NEW.state;
END;
CREATE TRIGGER jobs_moved AFTER UPDATE OF state ON jobs WHEN OLD.state <> NEW.state BEGIN
  UPDATE job_counts SET n = n - 1 WHERE state = OLD.state;
  UPDATE job_counts SET n = n + 1 WHERE state = NEW.state;
END;
CREATE TRIGGER jobs_uncounted AFTER DELETE ON jobs BEGIN
  UPDATE job_counts SET n = n - 1 WHERE state = OLD.state;
END;

CREATE TABLE settings (key TEXT NOT NULL PRIMARY KEY, value_json TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE pauses (
  owner TEXT NOT NULL PRIMARY KEY,
  text TEXT NOT NULL,
  -- the same sentence as key and parameters, where Hearth itself wrote it
  words_json TEXT,
  since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`,
};

import type { Migration } from '../migrate.ts';

/**
 * What went wrong, what was known of it at that moment, and what was tried against it. No references to engines, launches and jobs: an
 * incident outlives them. Times are ms since the epoch, JSON columns end in `_json`.
 */
export const incidents: Migration = {
  number: 4,
  name: 'incidents',
  sql: `
CREATE TABLE incidents (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('crash','hang','start','job')),
  at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  count INTEGER NOT NULL DEFAULT 1,
  engine TEXT NOT NULL,
  engine_name TEXT NOT NULL,
  launch TEXT,
  job TEXT,
  attempt TEXT,
  template TEXT,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open','trial','resolved','dismissed')),
  resolved_by TEXT,
  settled_at INTEGER,
  -- told to people: its log was read, or took long; until then it may turn out to be a repeat of another one
  is_shown INTEGER NOT NULL DEFAULT 0 CHECK (is_shown IN (0, 1)),
  -- the log was read as it is now
  is_read INTEGER NOT NULL DEFAULT 0 CHECK (is_read IN (0, 1)),
  cause TEXT,
  signature TEXT,
  diagnosis_json TEXT,
  remedies_json TEXT NOT NULL DEFAULT '[]'
) STRICT;
CREATE INDEX incidents_signature ON incidents (signature, seq);
CREATE INDEX incidents_state ON incidents (state, seq);
CREATE INDEX incidents_unread ON incidents (seq) WHERE is_read = 0;

-- Beside the incident, so that lists read none of it.
CREATE TABLE incident_evidence (
  incident TEXT NOT NULL PRIMARY KEY REFERENCES incidents (id) ON DELETE CASCADE,
  evidence_json TEXT NOT NULL,
  -- parts of the log as gzipped JSON: they stay when the log is deleted
  log_gzip BLOB
) STRICT, WITHOUT ROWID;

-- Each time that it happened.
CREATE TABLE incident_times (
  seq INTEGER PRIMARY KEY,
  incident TEXT NOT NULL REFERENCES incidents (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  launch TEXT,
  job TEXT,
  attempt TEXT
) STRICT;
CREATE INDEX incident_times_incident ON incident_times (incident, at);
CREATE INDEX incident_times_at ON incident_times (at);
CREATE INDEX incident_times_launch ON incident_times (launch) WHERE launch IS NOT NULL;
CREATE INDEX incident_times_attempt ON incident_times (attempt) WHERE attempt IS NOT NULL;

-- Launches whose end was looked at, so that each end makes one incident at most, whenever Hearth itself dies.
CREATE TABLE judged_launches (launch TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
INSERT INTO judged_launches (launch) SELECT id FROM engine_launches WHERE ended_at IS NOT NULL;

CREATE TABLE incident_trials (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  incident TEXT NOT NULL REFERENCES incidents (id) ON DELETE CASCADE,
  engine TEXT NOT NULL,
  remedy TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running','confirmed','rejected','undone','interrupted')),
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  -- the whole trial, as it is told
  trial_json TEXT NOT NULL
) STRICT;
CREATE INDEX incident_trials_incident ON incident_trials (incident, seq);
-- Never two at once on one engine.
CREATE UNIQUE INDEX incident_trials_running ON incident_trials (engine) WHERE state = 'running';
`,
};

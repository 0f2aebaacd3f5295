import type { Migration } from '../migrate.ts';

/**
 * Launch profiles, engines, each start of one, and everything that happened to them. Times are ms since the epoch, JSON columns
 * end in `_json`.
 */
export const engines: Migration = {
  number: 2,
  name: 'engines',
  sql: `
CREATE TABLE profiles (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  flags_json TEXT NOT NULL,
  env_json TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO profiles (id, name, flags_json, env_json) VALUES ('default', 'Default', '[]', '{}');

CREATE TABLE engines (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('managed','external','demo')),
  name TEXT NOT NULL,
  folder TEXT,
  python TEXT,
  url TEXT,
  is_wanted INTEGER NOT NULL DEFAULT 0 CHECK (is_wanted IN (0, 1)),
  -- the profile in use; a removed one counts as the default
  profile TEXT NOT NULL DEFAULT 'default',
  -- whole copy of the profile of the last start that became ready: an edit of the row changes nothing here
  last_good_json TEXT,
  -- port asked for; null = the usual one
  port INTEGER,
  -- under which an external engine knows this host's socket
  client_id TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE engine_launches (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  engine TEXT NOT NULL REFERENCES engines (id) ON DELETE CASCADE,
  started_at INTEGER NOT NULL,
  ready_at INTEGER,
  ended_at INTEGER,
  -- how it ended; 'lost' = while no host was there to see it
  ended_as TEXT CHECK (ended_as IN ('crash','hang','requested','reboot','lost')),
  -- the death put a job on hold, so it does not count against the engine
  is_forgiven INTEGER NOT NULL DEFAULT 0 CHECK (is_forgiven IN (0, 1)),
  pid INTEGER,
  url TEXT NOT NULL,
  profile TEXT NOT NULL,
  command_json TEXT NOT NULL,
  -- a restart inside the same process goes on in the same file, from this byte
  log_file TEXT NOT NULL,
  log_from INTEGER NOT NULL DEFAULT 0,
  boot_facts_json TEXT
) STRICT;
CREATE INDEX engine_launches_engine ON engine_launches (engine, seq);
CREATE INDEX engine_launches_deaths ON engine_launches (engine, ended_at) WHERE ended_as IN ('crash','hang') AND is_forgiven = 0;

CREATE TABLE engine_events (
  seq INTEGER PRIMARY KEY,
  engine TEXT NOT NULL REFERENCES engines (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  from_state TEXT NOT NULL,
  to_state TEXT NOT NULL,
  reason TEXT NOT NULL,
  launch TEXT,
  pid INTEGER,
  -- exit report, where the event is a death
  report_json TEXT
) STRICT;
CREATE INDEX engine_events_engine ON engine_events (engine, seq);
`,
};

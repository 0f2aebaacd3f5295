import type { Migration } from '../migrate.ts';

/**
 * What is needed to make an attempt's pictures again beside the rows of its job, and which job was made from which. JSON columns end
 * in `_json`.
 */
export const records: Migration = {
  number: 5,
  name: 'records',
  sql: `
CREATE TABLE records (
  attempt TEXT NOT NULL PRIMARY KEY REFERENCES attempts (id) ON DELETE CASCADE,
  -- SHA-256 of the rendered graph without the attempt's own id
  graph TEXT NOT NULL,
  -- as they were rendered, where that is more than the job says (a model that nobody chose)
  values_json TEXT,
  peak_ram_bytes INTEGER,
  peak_vram_bytes INTEGER
) STRICT, WITHOUT ROWID;

-- What ran in a launch: program, custom nodes, card. Gathered once, and kept when the engine is removed.
CREATE TABLE launch_facts (
  launch TEXT NOT NULL PRIMARY KEY,
  facts_json TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A job made by editing another one. The other may have been removed since.
CREATE TABLE job_origins (
  job TEXT NOT NULL PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
  origin TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX job_origins_origin ON job_origins (origin);
`,
};

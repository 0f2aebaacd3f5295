import type { Migration } from '../migrate.ts';

/** Benchmarks with every sample. No references to jobs and engines: a result outlives them. Times are ms since the epoch. */
export const benchmarks: Migration = {
  number: 8,
  name: 'benchmarks',
  sql: `
CREATE TABLE benchmark_runs (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL CHECK (state IN ('running','done','partial','refused')),
  started_at INTEGER NOT NULL,
  -- plan, cells, comparisons
  run_json TEXT NOT NULL,
  -- what the next host needs to put right what this one left: engines as they were, the job under way
  left_json TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX benchmark_runs_running ON benchmark_runs (state) WHERE state = 'running';

CREATE TABLE benchmark_samples (
  run TEXT NOT NULL REFERENCES benchmark_runs (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  sample_json TEXT NOT NULL,
  PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;
`,
};

import type { Migration } from '../migrate.ts';

/** Plans kept to be run again. Runs hold a copy of their own, so that a plan may be changed or go. */
export const benchmarkPlans: Migration = {
  number: 10,
  name: 'benchmark plans',
  sql: `
CREATE TABLE benchmark_plans (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  saved_at INTEGER NOT NULL,
  plan_json TEXT NOT NULL
) STRICT;
`,
};

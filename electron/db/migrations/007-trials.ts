import type { Migration } from '../migrate.ts';

/** What a trial needs to be ended or undone by another host, and the steps that people ticked. Times are ms since the epoch. */
export const trials: Migration = {
  number: 7,
  name: 'trials',
  sql: `
CREATE TABLE trial_plans (
  trial TEXT NOT NULL PRIMARY KEY REFERENCES incident_trials (id) ON DELETE CASCADE,
  -- phase, remedy, profiles before and after with their secrets, the job and where it waited before
  plan_json TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Steps of a person, by remedy.
CREATE TABLE remedy_steps (
  incident TEXT NOT NULL REFERENCES incidents (id) ON DELETE CASCADE,
  remedy TEXT NOT NULL,
  done_at INTEGER NOT NULL,
  PRIMARY KEY (incident, remedy)
) STRICT, WITHOUT ROWID;
`,
};

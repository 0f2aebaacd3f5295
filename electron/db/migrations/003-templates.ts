import type { Migration } from '../migrate.ts';

/** Every template version ever seen, whole: jobs keep theirs, whatever happens to the folder. Times are ms since the epoch. */
export const templates: Migration = {
  number: 3,
  name: 'templates',
  sql: `
CREATE TABLE template_versions (
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  digest TEXT NOT NULL,
  origin TEXT NOT NULL CHECK (origin IN ('shipped', 'own')),
  -- template.json as it was checked, and graph.json with every digit
  template_json TEXT NOT NULL,
  graph_json TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  PRIMARY KEY (id, version)
) STRICT;
`,
};

import type { Migration } from '../migrate.ts';

export const templates: Migration = {
  number: 3,
  name: 'templates',
  sql: `
`,
};

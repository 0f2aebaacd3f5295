import type { Migration } from '../migrate.ts';

export const engines: Migration = {
  number: 2,
  name: 'engines',
  sql: `
`,
};

import type { Migration } from '../migrate.ts';

export const queue: Migration = {
  number: 1,
  name: 'queue',
  sql: `
`,
};

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createArtifactRows } from '../../../electron/db/artifacts.ts';
import { createAttemptRows } from '../../../electron/db/attempts.ts';
import { type Db, openDatabase } from '../../../electron/db/database.ts';
import { createJobEventRows } from '../../../electron/db/job-events.ts';
import { createJobOriginRows } from '../../../electron/db/job-origins.ts';
import { createJobPages } from '../../../electron/db/job-pages.ts';
import { createJobSweepRows } from '../../../electron/db/job-sweeps.ts';
import { createJobRows } from '../../../electron/db/jobs.ts';
import { createRecordRows } from '../../../electron/db/records.ts';
import { createRetentionRows } from '../../../electron/db/retention.ts';

/** The statements that were prepared while `act` ran. */
const preparedBy = (db: Db, act: () => void): string[] => {
  const seen: string[] = [];
  const { prepare } = db;
  db.prepare = ((sql: string) => {
    seen.push(sql);
    return prepare.call(db, sql);
  }) as typeof db.prepare;
  act();
  db.prepare = prepare;
  return seen;
};

/** Every statement that the queue's work and its lists are made of. */
const preparedByQueue = (db: Db): string[] =>
  preparedBy(db, () => {
    createJobRows(db);
    createAttemptRows(db);
    createJobEventRows(db);
    createArtifactRows(db);
    createJobSweepRows(db);
    createJobOriginRows(db);
    createRecordRows(db);
    createRetentionRows(db);
    const pages = createJobPages(db);
    for (const filter of [{}, { template: 'x' }, { states: ['queued' as const] }, { states: ['queued' as const], template: 'x' }])
      for (const order of ['newest', 'run'] as const) [...pages[order](filter, undefined, 10)];
  });

test('no statement that is ordered or limited is compiled again for each value', () => {
  const db = openDatabase(':memory:');
  const ordered = preparedByQueue(db).filter((sql) => /^\s*SELECT\b[\s\S]*\b(ORDER BY|LIMIT)\b/.test(sql));
  expect(ordered.length).toBeGreaterThan(15);
  expect(ordered.filter((sql) => /(?:[^<>!]=|IS NOT|LIMIT) [?@]/.test(sql.replaceAll(/\(@\w+ IS NULL OR [^)]*\)/g, '')))).toEqual(
    [],
  );
  db.close();
});

test('no statement reads or sorts a whole table of jobs, however many there are', () => {
  const db = openDatabase(':memory:');
  const statements = preparedByQueue(db);
  expect(statements.length).toBeGreaterThan(30);
  const costly = statements.flatMap((sql) => {
    const parameters = Object.fromEntries([...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name, 1]));
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`);
    const rows = (
      Object.keys(parameters).length > 0 ? plan.all(parameters) : plan.all(...(sql.match(/\?/g) ?? []).map(() => 1))
    ) as {
      detail: string;
    }[];
    const details = rows.map(({ detail }) => detail);
    // A walk along the key that stops at its limit is no scan; counting a whole index is asked for knowingly.
    const isBounded = /LIMIT|count\(\*\)|max\(seq\)|job_counts/.test(sql);
    const isFewAnyway = /FROM attempts/.test(sql) && /state IN \('open', 'collecting'\)/.test(sql);
    const bad = details.filter(
      (detail) =>
        (detail.startsWith('SCAN') && !detail.includes('VIRTUAL TABLE') && !isBounded) ||
        (detail.includes('TEMP B-TREE') && !isFewAnyway && !/INDEXED BY jobs_retry/.test(sql)),
    );
    return bad.length > 0 ? [{ sql, bad }] : [];
  });
  expect(costly).toEqual([]);
  db.close();
});

test('no file of statements has an ordered or limited one with a value that SQLite would plan by', () => {
  const folder = join(import.meta.dirname, '../../../electron/db');
  const statements = readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const code = readFileSync(join(folder, name), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
      return [...code.matchAll(/`[^`]*`|"[^"\n]*"|'[^'\n]*'/g)].map(([sql]) => ({ name, sql }));
    })
    .filter(({ sql }) => /^.\s*SELECT\b[\s\S]*\b(ORDER BY|LIMIT)\b/.test(sql));
  expect(statements.length).toBeGreaterThan(40);
  expect(statements.filter(({ sql }) => /(?:[^<>!]=|IS NOT|LIMIT|OFFSET) [?@]/.test(sql))).toEqual([]);
});

import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../electron/db/database.ts';
import { migrate } from '../../../electron/db/migrate.ts';
import { migrations } from '../../../electron/db/migrations/index.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';

const tables = (db: Database.Database): string[] =>
  db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    .pluck()
    .all() as string[];
const version = (db: Database.Database): unknown => db.pragma('user_version', { simple: true });

test('steps are numbered from 1 without gaps', () => {
  expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, place) => place + 1));
});

test('every table is STRICT', () => {
  const db = new Database(':memory:');
  migrate(db);
  const lax =
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'";
  expect(db.prepare(lax).pluck().all()).toEqual([]);
  db.close();
});

describe.each(migrations)('step $number ($name)', ({ number, sql }) => {
  test('alone brings the schema from the step before to its own, once', () => {
    const db = new Database(':memory:');
    migrate(db, migrations.slice(0, number - 1));
    expect(version(db)).toBe(number - 1);
    const before = tables(db);
    migrate(db, migrations.slice(0, number));
    expect(version(db)).toBe(number);
    const after = tables(db);
    expect(after).toEqual(expect.arrayContaining(before));
    // Again it changes nothing.
    migrate(db, migrations.slice(0, number));
    expect(tables(db)).toEqual(after);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.pragma('foreign_key_check')).toEqual([]);
    db.close();
  });

  test('that fails half way leaves nothing of itself', () => {
    const db = new Database(':memory:');
    migrate(db, migrations.slice(0, number - 1));
    const before = tables(db);
    const broken = { number, name: 'broken', sql: `${sql};\nSELECT * FROM no_such_table;` };
    expect(() => migrate(db, [...migrations.slice(0, number - 1), broken])).toThrow(/no_such_table/);
    expect([version(db), tables(db)]).toEqual([number - 1, before]);
    db.close();
  });
});

test('a job of the first schema is still there after all later steps', () => {
  const db = new Database(':memory:');
  migrate(db, migrations.slice(0, 1));
  db.exec(
    `INSERT INTO jobs (id, template, version, digest, values_json, state, priority, grade, rank, created_at)
     VALUES ('a', 'demo', 1, 'd', '{}', 'queued', 'normal', 2, 1, 1)`,
  );
  migrate(db);
  expect(db.prepare('SELECT id, state FROM jobs').all()).toEqual([{ id: 'a', state: 'queued' }]);
  expect(db.prepare('SELECT * FROM job_counts').all()).toEqual([{ state: 'queued', template: 'demo', n: 1, loose: 1 }]);
  db.close();
});

describe('opening', () => {
  test('sets what durability needs', async () => {
    await using folder = await tempFolder();
    const db = openDatabase(join(folder.path, 'hearth.db'));
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(db.pragma('synchronous', { simple: true })).toBe(2);
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
    db.close();
  });

  test('a database from the future is refused with a clear sentence, and left as it was', async () => {
    await using folder = await tempFolder();
    const file = join(folder.path, 'hearth.db');
    openDatabase(file).close();
    const newer = new Database(file);
    newer.pragma('user_version = 999');
    newer.close();
    const before = readFileSync(file);
    expect(() => openDatabase(file)).toThrow(
      expect.objectContaining({ code: 'storage', key: 'databaseFromFuture', message: expect.stringContaining('999') }),
    );
    expect(readFileSync(file)).toEqual(before);
  });

  test.each([
    ['no database at all', (bytes: Buffer) => Buffer.from('x'.repeat(bytes.length))],
    ['a broken schema page', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 100), Buffer.alloc(bytes.length - 100, 0xff)])],
  ])('%s is refused with a clear sentence, and left as it was', async (_name, damage) => {
    await using folder = await tempFolder();
    const file = join(folder.path, 'hearth.db');
    openDatabase(file).close();
    const damaged = damage(readFileSync(file));
    writeFileSync(file, damaged);
    expect(() => openDatabase(file)).toThrow(expect.objectContaining({ code: 'storage', key: 'databaseDamaged' }));
    expect(readFileSync(file).equals(damaged)).toBe(true);
  });

  test('a folder that is not there is said so', async () => {
    await using folder = await tempFolder();
    const file = join(folder.path, 'nowhere', 'hearth.db');
    expect(() => openDatabase(file)).toThrow(expect.objectContaining({ code: 'storage', key: 'databaseUnreadable' }));
    expect(() => statSync(file)).toThrow();
  });
});

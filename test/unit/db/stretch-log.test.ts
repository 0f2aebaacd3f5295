import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../electron/db/database.ts';
import { stretchLog } from '../../../electron/db/stretch-log.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';

const rows = 50;
const filled = (file: string) => {
  const db = openDatabase(file);
  const put = db.prepare("INSERT INTO settings (key, value_json) VALUES (?, '1')");
  for (let row = 0; row < rows; row++) put.run(`key ${row}`);
  return db;
};
const settings = (db: ReturnType<typeof openDatabase>) => db.prepare('SELECT count(*) FROM settings').pluck().get();
const pragma = (db: ReturnType<typeof openDatabase>, name: string) => db.pragma(name, { simple: true });

test('commits find their room in the log, and nothing else is different', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'hearth.db');
  const db = filled(file);
  const before = ['user_version', 'synchronous', 'busy_timeout', 'wal_autocheckpoint'].map((name) => pragma(db, name));
  stretchLog(db);
  expect(['user_version', 'synchronous', 'busy_timeout', 'wal_autocheckpoint'].map((name) => pragma(db, name))).toEqual(before);
  const { size } = statSync(`${file}-wal`);
  db.exec("INSERT INTO settings (key, value_json) VALUES ('one more', '1')");
  expect(statSync(`${file}-wal`).size).toBe(size);
  expect(settings(db)).toBe(rows + 1);
  db.close();
  const again = openDatabase(file);
  expect(settings(again)).toBe(rows + 1);
  expect(again.pragma('integrity_check', { simple: true })).toBe('ok');
  again.close();
});

test('a disk that takes nothing leaves the log as it is', async () => {
  await using folder = await tempFolder();
  const db = filled(join(folder.path, 'hearth.db'));
  const before = ['synchronous', 'busy_timeout', 'wal_autocheckpoint'].map((name) => pragma(db, name));
  // Every write is refused, as by a disk without room.
  db.pragma('query_only = ON');
  stretchLog(db);
  db.pragma('query_only = OFF');
  expect(['synchronous', 'busy_timeout', 'wal_autocheckpoint'].map((name) => pragma(db, name))).toEqual(before);
  expect(settings(db)).toBe(rows);
  db.close();
});

test('somebody who reads the database meanwhile neither waits nor is waited for', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'hearth.db');
  const db = filled(file);
  const reader = openDatabase(file);
  const reading = reader.prepare('SELECT key FROM settings').iterate();
  reading.next();
  stretchLog(db);
  db.exec("INSERT INTO settings (key, value_json) VALUES ('one more', '1')");
  expect([...reading]).toHaveLength(rows - 1);
  reader.close();
  expect(settings(db)).toBe(rows + 1);
  db.close();
});

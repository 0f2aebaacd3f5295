import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../electron/db/database.ts';
import { openLogDisk } from '../../../electron/db/log-disk.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';

test('waits for the log of a database, as often as it is asked', async () => {
  await using folder = await tempFolder();
  const db = openDatabase(join(folder.path, 'hearth.db'));
  const disk = openLogDisk(db);
  db.exec('CREATE TABLE t (n INTEGER)');
  await Promise.all([disk.sync(), disk.sync()]);
  db.exec('INSERT INTO t VALUES (1)');
  await disk.sync();
  await disk.close();
  db.close();
});

test('a log that cannot be opened is said', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'hearth.db');
  const db = openDatabase(file);
  rmSync(`${file}-wal`);
  await expect(openLogDisk(db).sync()).rejects.toMatchObject({ code: 'ENOENT' });
  db.close();
});

test('in memory, and once it is closed, there is nothing to wait for', async () => {
  const db = openDatabase(':memory:');
  const disk = openLogDisk(db);
  await expect(disk.sync()).resolves.toBeUndefined();
  await disk.close();
  await expect(disk.sync()).resolves.toBeUndefined();
  db.close();
});

test('closing waits for what is under way, and leaves no file open', async () => {
  await using folder = await tempFolder();
  const db = openDatabase(join(folder.path, 'hearth.db'));
  const disk = openLogDisk(db);
  const steps: string[] = [];
  const syncing = disk.sync().then(() => steps.push('synced'));
  await disk.close().then(() => steps.push('closed'));
  await syncing;
  expect(steps).toEqual(['synced', 'closed']);
  db.close();
});

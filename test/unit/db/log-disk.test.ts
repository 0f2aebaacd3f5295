import fs, { readdirSync, readlinkSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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

describe('while the disk is slow', () => {
  const { fdatasync } = fs;
  let release: () => void = () => {};
  beforeEach(() => {
    const slow = (file: number, done: fs.NoParamCallback): void => {
      release = () => fdatasync(file, done);
    };
    fs.fdatasync = Object.assign(slow, fdatasync);
    syncBuiltinESMExports();
  });
  afterEach(() => {
    fs.fdatasync = fdatasync;
    syncBuiltinESMExports();
  });
  const rest = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  test('many who ask at once share one wait, begun after the last of them asked', async () => {
    await using folder = await tempFolder();
    const db = openDatabase(join(folder.path, 'hearth.db'));
    const disk = openLogDisk(db);
    const over: number[] = [];
    const all = Promise.all(Array.from({ length: 20 }, (_, number) => disk.sync().then(() => over.push(number))));
    await rest();
    release();
    await expect.poll(() => over).toEqual([0]);
    release();
    await all;
    expect(over).toHaveLength(20);
    await disk.close();
    db.close();
  });

  test('neither the wait nor the closing ends before the disk answers', async () => {
    await using folder = await tempFolder();
    const db = openDatabase(join(folder.path, 'hearth.db'));
    const disk = openLogDisk(db);
    const over: string[] = [];
    const all = Promise.all([disk.sync().then(() => over.push('sync')), disk.close().then(() => over.push('close'))]);
    await rest();
    expect(over).toEqual([]);
    release();
    await all;
    expect(over).toEqual(['sync', 'close']);
    db.close();
  });
});

test.runIf(process.platform === 'linux')('no file stays open once it is closed', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'hearth.db');
  const db = openDatabase(file);
  const opened = (): number =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`) === `${file}-wal`;
      } catch {
        return false;
      }
    }).length;
  const before = opened();
  const disk = openLogDisk(db);
  await disk.sync();
  expect(opened()).toBe(before + 1);
  await disk.close();
  expect(opened()).toBe(before);
  db.close();
});

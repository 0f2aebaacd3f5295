import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inDataFolder, prepareDataFolder } from '../../../electron/data-folder.ts';
import { readHostFile, writeHostFile } from '../../../electron/host-file.ts';
import { lockDataFolder } from '../../../electron/host-lock.ts';
import { loadToken } from '../../../electron/web/token.ts';
import { AppError } from '../../../shared/app-error.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearth 데이터 '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const host = { url: 'http://127.0.0.1:8199', token: 'secret', pid: process.pid, startedAt: new Date(0).toISOString() };
const lockModule = join(import.meta.dirname, '../../../electron/host-lock.ts');

/** Another process that holds the lock until it is killed. */
const holder = async () => {
  const script = `const { lockDataFolder } = await import(${JSON.stringify(lockModule)});
    lockDataFolder(process.argv[1]); process.stdout.write('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
};

describe('the lock', () => {
  test('lets one host in, names its address to the second, and is free after it', () => {
    const unlock = lockDataFolder(folder);
    expect(() => lockDataFolder(folder)).toThrow(AppError);
    expect(() => lockDataFolder(folder)).toThrow('has not said its address yet');
    writeHostFile(folder, host);
    expect(() => lockDataFolder(folder)).toThrow('open the running one: http://127.0.0.1:8199/?token=secret');
    unlock();
    lockDataFolder(folder)();
  });

  test('is freed by SIGKILL', async () => {
    const child = await holder();
    expect(() => lockDataFolder(folder)).toThrow(AppError);
    child.kill('SIGKILL');
    await once(child, 'exit');
    lockDataFolder(folder)();
  });

  test('that is no database is told as an unusable folder', () => {
    mkdirSync(join(folder, 'host.lock'));
    expect(() => lockDataFolder(folder)).toThrow('Hearth cannot use the data folder');
  });
});

describe('the folder', () => {
  test('is made with everything above it, for its owner only', () => {
    const data = join(folder, 'a', '$b', 'c');
    prepareDataFolder(data);
    prepareDataFolder(data);
    expect(statSync(data).mode & 0o777).toBe(0o700);
  });

  test('that is a file is refused with what to do', () => {
    writeFileSync(join(folder, 'file'), '');
    for (const path of ['file', 'file/below'])
      expect(() => prepareDataFolder(join(folder, path))).toThrow(/cannot use the data folder .* --data/);
  });

  // Linux only: there is such a place on every machine of that kind, and Node's recursive mkdir hangs there.
  test.runIf(existsSync('/proc/self'))('that cannot be made although its parent is there is refused, not tried for ever', () => {
    for (const path of ['/proc/hearth', '/proc/self/hearth/data'])
      expect(() => prepareDataFolder(path)).toThrow(/cannot use the data folder .* --data/);
  });
});

describe('a file of the folder', () => {
  test('that cannot be read or written is told as the folder’s trouble', () => {
    mkdirSync(join(folder, 'token'));
    expect(() => inDataFolder(folder, () => loadToken(folder))).toThrow(/cannot use the data folder .* --data/);
    mkdirSync(join(folder, 'host.json'));
    expect(() => inDataFolder(folder, () => writeHostFile(folder, host))).toThrow(/cannot use the data folder .* --data/);
  });
});

describe('host.json', () => {
  test('is for its owner only, and read back whole', () => {
    writeHostFile(folder, host);
    writeHostFile(folder, { ...host, pid: 5 });
    expect(readHostFile(folder)).toEqual({ ...host, pid: 5 });
    expect(statSync(join(folder, 'host.json')).mode & 0o777).toBe(0o600);
  });

  test.each(['', '{', 'null', '[]', '{"url":"x"}', '{"url":"http://127.0.0.1:1","token":1,"pid":"x"}'])(
    'with %j in it is no host',
    (text) => {
      writeFileSync(join(folder, 'host.json'), text);
      expect(readHostFile(folder)).toBeUndefined();
    },
  );

  test('that is not there is no host', () => expect(readHostFile(folder)).toBeUndefined());
});

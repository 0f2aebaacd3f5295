import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hearth } from './command-line.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-given-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each<[string, (path: string) => string, string]>([
  [
    'a pipe that nobody writes to',
    (path) => {
      execFileSync('mkfifo', [path]);
      return path;
    },
    'it is not a regular file',
  ],
  ['a device without end', () => '/dev/zero', 'it is not a regular file'],
  ['a folder', () => folder, 'it is not a regular file'],
  ['no file', (path) => path, 'ENOENT'],
  [
    'a file larger than any plan',
    (path) => {
      writeFileSync(path, '');
      truncateSync(path, 12_000_004);
      return path;
    },
    'it has 12000004 bytes, and at most 12000003 are taken',
  ],
])('bench refuses %s with 2', async (_name, make, why) => {
  const path = make(join(folder, 'plan.json'));
  const { code, out, err } = await hearth(['bench', path, '--data', folder]);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(`The plan ${path} cannot be read: ${why}`);
});

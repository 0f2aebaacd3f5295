import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pruneLogs } from '../../../electron/engine/log-retention.ts';

const now = 1_800_000_000_000;
const day = 86_400_000;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-logs-'));
  for (const [name, ageDays] of [
    ['new.log', 0],
    ['week.log', 7],
    ['month.log', 31],
    ['running.log', 60],
    ['notes.txt', 90],
  ] as const) {
    const file = join(folder, name);
    writeFileSync(file, 'x'.repeat(100));
    utimesSync(file, (now - ageDays * day) / 1000, (now - ageDays * day) / 1000);
  }
});
afterEach(() => rmSync(folder, { recursive: true }));

const prune = async (limits: { keepMs: number; keepBytes: number }) => {
  await pruneLogs(folder, new Set([join(folder, 'running.log')]), now, limits);
  return readdirSync(folder).toSorted();
};

it('lets old logs go, but never the one in use or a file that is no log', async () => {
  expect(await prune({ keepMs: 30 * day, keepBytes: 1e9 })).toEqual(['new.log', 'notes.txt', 'running.log', 'week.log']);
});

it('lets the oldest go until the rest fits', async () => {
  expect(await prune({ keepMs: 365 * day, keepBytes: 250 })).toEqual(['new.log', 'notes.txt', 'running.log', 'week.log']);
  expect(await prune({ keepMs: 365 * day, keepBytes: 0 })).toEqual(['notes.txt', 'running.log']);
});

it('takes the times of a log along with it, and those of launches that began inside of it, and no others', async () => {
  for (const name of ['month.times', 'month-1234.times', 'month-old.times', 'months.times', 'week.times'])
    writeFileSync(join(folder, name), '1 0\n');
  const left = await prune({ keepMs: 30 * day, keepBytes: 1e9 });
  expect(left.filter((name) => name.endsWith('.times'))).toEqual(['month-old.times', 'months.times', 'week.times']);
});

it('has nothing to do in a folder that is not there', async () => {
  expect(await pruneLogs(join(folder, 'absent'), new Set(), now, { keepMs: 1, keepBytes: 1 })).toEqual([]);
});

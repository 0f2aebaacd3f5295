import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { play } from './play.ts';
import { usingWorld } from './using-world.ts';

/** The disk under the log, as far as `fdatasync` knows it. */
const disk = { mood: 'quick' as 'quick' | 'slow' | 'broken', waiting: [] as (() => void)[] };
const { fdatasync } = fs;
type Callback = Parameters<typeof fs.fdatasync>[1];
beforeEach(() => {
  disk.mood = 'quick';
  disk.waiting = [];
  fs.fdatasync = Object.assign((_file: number, done: Callback): void => {
    const act = (): void => done(disk.mood === 'broken' ? Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }) : null);
    if (disk.mood === 'slow') disk.waiting.push(act);
    else setImmediate(act);
  }, fdatasync);
  syncBuiltinESMExports();
});
afterEach(() => {
  fs.fdatasync = fdatasync;
  syncBuiltinESMExports();
});

/** A host whose commits wait for the disk, and whose engine has run one job and has nothing to do. */
const { world, p } = usingWorld(async (made) => {
  made.addEngine('gpu');
  made.waitsForDisk = true;
  await made.boot();
  const { submitOne, until } = play(made);
  await until(await submitOne());
  await made.clock.advance(1_000);
});

test('a job for an engine that waits is handed over before the disk has it, and answered after', async () => {
  disk.mood = 'slow';
  let isAnswered = false;
  const answer = p.enqueue().then(({ jobs: [job] }) => {
    isAnswered = true;
    return job?.id ?? '';
  });
  await world.clock.until(() => world.process().starts.size === 2);
  expect(disk.waiting).toHaveLength(1);
  expect(isAnswered).toBe(false);
  disk.waiting[0]?.();
  const job = await answer;
  await p.until(job);
  expect(p.job(job).state).toBe('succeeded');
});

test('a job for an engine at work is answered from the commit alone', async () => {
  world.process().isHeld = true;
  await p.until(await p.submitOne(), 'running');
  disk.mood = 'slow';
  await p.submitOne();
  expect(disk.waiting).toEqual([]);
});

test('the same key sent again is answered no sooner than the disk has its job', async () => {
  disk.mood = 'slow';
  const answered: number[] = [];
  const both = Promise.all([1, 2].map((number) => p.submit({ key: 'k' }).then(() => answered.push(number))));
  await world.clock.until(() => world.process().starts.size === 2);
  expect(answered).toEqual([]);
  for (const act of disk.waiting) act();
  await both;
  expect(world.process().starts.size).toBe(2);
  // Long after it, nobody waits for anything.
  await p.submit({ key: 'k' });
});

test('a disk that fails meanwhile takes nothing back, and is said: the job runs', async () => {
  disk.mood = 'broken';
  await expect(p.submit({ key: 'k' })).rejects.toMatchObject({ key: 'jobNotOnDisk', code: 'storage' });
  // Asked again it is written anew, and answered once that is on disk.
  const [job] = await p.submit({ key: 'k' });
  await p.until(job?.id ?? '');
  expect(p.job(job?.id ?? '').state).toBe('succeeded');
});

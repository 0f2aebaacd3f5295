import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWorld, type World } from '../../fakes/queue-world.ts';
import { play } from './play.ts';

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
const openWorld = async (): Promise<World> => {
  const world = createWorld();
  world.addEngine('gpu');
  world.waitsForDisk = true;
  await world.boot();
  const p = play(world);
  await p.until(await p.submitOne());
  await world.clock.advance(1_000);
  return world;
};

test('a job for an engine that waits is handed over before the disk has it, and answered after', async () => {
  await using world = await openWorld();
  const p = play(world);
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
  await using world = await openWorld();
  const p = play(world);
  world.process().isHeld = true;
  await p.until(await p.submitOne(), 'running');
  disk.mood = 'slow';
  await p.submitOne();
  expect(disk.waiting).toEqual([]);
});

test('a disk that fails meanwhile takes nothing back: the job runs', async () => {
  await using world = await openWorld();
  const p = play(world);
  disk.mood = 'broken';
  const job = await p.submitOne();
  await p.until(job);
  expect(p.job(job).state).toBe('succeeded');
});

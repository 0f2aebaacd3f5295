import { expect, test, vi } from 'vitest';
import { createWorld } from '../../fakes/queue-world.ts';
import { play } from './play.ts';

const disk = vi.hoisted(() => ({ waiting: [] as (() => void)[], isBroken: false }));
vi.mock('../../../electron/db/log-disk.ts', () => ({
  openLogDisk: () => ({
    sync: () =>
      disk.isBroken
        ? Promise.reject(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }))
        : new Promise<void>((resolve) => disk.waiting.push(resolve)),
    close: () => Promise.resolve(),
  }),
}));

test('a job for an engine that waits is handed over before the disk has it, and answered after', async () => {
  await using world = createWorld();
  const p = play(world);
  const process = world.addEngine('gpu');
  world.waitsForDisk = true;
  await world.boot();
  // The lane comes up.
  await world.clock.advance(100);
  let isAnswered = false;
  const answer = p.enqueue().then(({ jobs }) => {
    isAnswered = true;
    return jobs;
  });
  await world.clock.until(() => process.starts.size === 1);
  expect(isAnswered).toBe(false);
  for (const resolve of disk.waiting) resolve();
  const [job] = await answer;
  expect(disk.waiting).toHaveLength(1);
  await p.until(job?.id ?? '');
  expect(p.job(job?.id ?? '').state).toBe('succeeded');
});

test('a job for an engine at work is answered from the commit alone', async () => {
  await using world = createWorld();
  const p = play(world);
  world.addEngine('gpu').isHeld = true;
  await world.boot();
  // The lane comes up.
  await world.clock.advance(100);
  const first = await p.submitOne();
  await p.until(first, 'running');
  disk.waiting = [];
  await p.submitOne();
  expect(disk.waiting).toEqual([]);
});

test('a disk that fails meanwhile takes nothing back: the job runs', async () => {
  await using world = createWorld();
  const p = play(world);
  world.addEngine('gpu');
  world.waitsForDisk = true;
  await world.boot();
  // The lane comes up.
  await world.clock.advance(100);
  disk.isBroken = true;
  const job = await p.submitOne();
  disk.isBroken = false;
  await p.until(job);
  expect(p.job(job).state).toBe('succeeded');
});

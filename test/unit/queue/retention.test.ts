import { describe, expect, test } from 'vitest';
import { usingWorld } from './using-world.ts';

const { world, p } = usingWorld(async (world) => {
  world.addEngine('gpu');
  await world.boot();
});

const day = 86_400_000;
const count = (): number => world.db.prepare('SELECT count(*) FROM jobs').pluck().get() as number;
const left = (table: string): number => world.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number;

/** Runs it to its end: files take their time. */
const ran = () => p.within(world.host.queue.retention.run());

/** Jobs of every kind: with pictures, cancelled, failed for good, given up, waiting. */
const fill = async (): Promise<Record<'made' | 'cancelled' | 'failed' | 'dead' | 'waits', string>> => {
  const made = await p.submitOne();
  await p.until(made, 'succeeded');
  world.process().nextEnding = { kind: 'error', exceptionType: 'FileNotFoundError', message: 'gone' };
  const failed = await p.submitOne();
  await p.until(failed, 'failed_terminal');
  world.host.queue.pause('person', '');
  const [cancelled, dead, waits] = [await p.submitOne(), await p.submitOne(), await p.submitOne()];
  await world.host.queue.cancel([cancelled]);
  world.db.prepare("UPDATE jobs SET state = 'dead_letter', finished_at = created_at WHERE id = ?").run(dead);
  return { made, cancelled, failed, dead, waits };
};

test('by age: what made nothing goes; pictures keep their jobs; what waits for a person is never touched', async () => {
  const { made, dead, waits, cancelled, failed } = await fill();
  const rule = { keepJobsMs: 30 * day, keepJobsCount: 0, dropPicturesWithJobs: false };
  const { retention } = world.host.queue;
  expect(await retention.plan(rule)).toEqual({ jobs: 0, pictures: 0, bytes: 0, keptForPictures: 0 });
  await world.clock.advance(31 * day);
  const plan = { jobs: 2, pictures: 0, bytes: 0, keptForPictures: 1 };
  expect(await retention.plan(rule)).toEqual(plan);
  expect(count()).toBe(5);
  Object.assign(world.settings, rule);
  expect(await retention.run()).toEqual(plan);
  for (const id of [made, dead, waits]) expect(p.job(id).id).toBe(id);
  for (const id of [cancelled, failed]) expect(world.host.queue.get(id)).toBeUndefined();
  expect(world.host.queue.counts()).toMatchObject({ succeeded: 1, dead_letter: 1, queued: 1, cancelled: 0, failed_terminal: 0 });
});

test('with their pictures only where that is chosen; nothing of them is left behind', async () => {
  const { made } = await fill();
  await world.clock.advance(31 * day);
  const path = world.host.queue.get(made)?.job.artifacts[0]?.path;
  Object.assign(world.settings, { keepJobsMs: 30 * day, keepJobsCount: 0, dropPicturesWithJobs: true });
  expect(await ran()).toEqual({ jobs: 3, pictures: 1, bytes: 3, keptForPictures: 0 });
  expect(world.removedFiles).toEqual([path]);
  expect([left('artifacts'), left('attempts'), left('records')]).toEqual([0, 0, 0]);
});

test('by number: the newest stay', async () => {
  world.host.queue.pause('person', '');
  const all = (await p.submit({ count: 130 })).map(({ id }) => id);
  await world.host.queue.sweep.cancel({});
  await world.clock.advance(1_000);
  Object.assign(world.settings, { keepJobsCount: 30 });
  expect(await world.host.queue.retention.run()).toMatchObject({ jobs: 100 });
  expect(all.filter((id) => world.host.queue.get(id))).toEqual(all.slice(100));
});

test('by itself, once an hour, and never unless it is asked for', async () => {
  world.host.queue.pause('person', '');
  const id = await p.submitOne();
  await world.host.queue.cancel([id]);
  await world.clock.advance(400 * day);
  expect(p.job(id).state).toBe('cancelled');
  world.settings.keepJobsMs = day;
  await world.clock.advance(3_700_000);
  await world.clock.until(() => world.host.queue.get(id) === undefined);
});

describe('files go with their rows', () => {
  const paths = (): string[] => world.db.prepare('SELECT path FROM artifacts').pluck().all() as string[];
  const made = async (count: number): Promise<string[]> => {
    await p.submit({ count });
    await world.clock.until(() => world.host.queue.counts().succeeded === count);
    await world.clock.advance(1_000);
    Object.assign(world.settings, { keepJobsCount: 1, dropPicturesWithJobs: true });
    return paths();
  };

  test.each([0, 5, 10, 15, 25])('a host that is killed after %i ms leaves no file that nobody knows', async (ms) => {
    const all = await made(60);
    void world.host.queue.retention.run();
    await world.clock.advance(ms);
    world.host.kill();
    await world.boot();
    await world.clock.advance(1_000);
    const left = paths();
    expect(new Set([...world.removedFiles, ...left])).toEqual(new Set(all));
    expect(left.filter((path) => world.removedFiles.includes(path))).toEqual([]);
    expect(world.db.prepare('SELECT count(*) FROM files_to_remove').pluck().get()).toBe(0);
  });

  test('a file that cannot be deleted now is deleted later', async () => {
    const all = await made(4);
    world.lockedFiles.add(all[1] ?? '');
    expect(await ran()).toMatchObject({ jobs: 3 });
    expect(world.removedFiles).toHaveLength(2);
    world.lockedFiles.clear();
    await ran();
    expect(world.removedFiles).toContain(all[1]);
  });
});

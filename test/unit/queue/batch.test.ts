import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../electron/db/database.ts';
import type { Batch } from '../../../shared/batch.ts';
import type { CostSamples, QueueEstimate } from '../../../shared/cost.ts';
import type { Job } from '../../../shared/job.ts';
import { openQueue } from '../../bench/enqueue.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { usingWorld } from './using-world.ts';

const { world, p } = usingWorld((world) => world.boot());

const told = <T>(name: string): T[] =>
  world.host.events.filter((event) => event.name === name).map(({ payload }) => payload as T);
const batchOf = async (more: Parameters<typeof p.enqueue>[0]): Promise<Batch> => {
  const { batch } = await p.enqueue(more);
  if (!batch) throw new Error('no batch was made');
  return batch;
};
const words = ['a', 'b', 'c'];

describe('a grid', () => {
  test('makes a job of every combination, the same seeds for each, and the same again for the same key', async () => {
    const request = { key: 'K', count: 2, grid: [{ key: 'words', values: words }] };
    const { jobs, count, batch } = await p.enqueue(request);
    expect(count).toBe(6);
    expect(jobs.map(({ key, values }) => [key, values.words])).toEqual(
      [...words, ...words].map((word, place) => [`K/${place + 1}`, word]),
    );
    const seeds = jobs.map(({ seed }) => seed);
    expect([new Set(seeds.slice(0, 3)).size, new Set(seeds).size]).toEqual([1, 2]);
    expect(batch).toMatchObject({
      key: 'K',
      count: 6,
      seeds: 2,
      axes: [{ key: 'words', count: 3, values: words }],
      counts: { queued: 6 },
    });
    const again = await p.enqueue(request);
    expect([again.jobs.map(({ id }) => id), again.batch?.id]).toEqual([jobs.map(({ id }) => id), batch?.id]);
    for (const other of [{ grid: [{ key: 'words', values: ['a', 'b', 'd'] }] }, { count: 3 }, { grid: [] }])
      await expect(p.enqueue({ ...request, ...other })).rejects.toMatchObject({ key: 'jobKeyTaken' });
  });

  test.each([
    ['too many', { count: 4_000, grid: [{ key: 'words', values: words }] }, 'gridTooLarge'],
    ['a parameter that is none', { grid: [{ key: 'nope', values: [1] }] }, 'valueUnknown'],
    ['a value twice', { grid: [{ key: 'words', values: ['a', 'a'] }] }, 'axisTwice'],
    [
      'a picture that is not there',
      { template: 'picture', grid: [{ key: 'image', values: [`${'0'.repeat(64)}.png`] }] },
      'inputUnknown',
    ],
  ])('%s is refused, and nothing is queued', async (_name, request, key) => {
    await expect(p.enqueue(request)).rejects.toMatchObject({ code: 'invalid-input', key });
    expect(world.host.queue.counts().queued).toBe(0);
  });
});

describe('a batch', () => {
  test('of thousands is told of as one thing, and only once it is complete', async () => {
    const writing = p.enqueue({ count: 3_000, key: 'many' });
    for (let turn = 0; turn < 6; turn++) await new Promise((done) => setImmediate(done));
    expect(world.host.queue.batches.list(true, undefined, 10).batches).toEqual([]);
    const { jobs, count, batch } = await writing;
    expect([jobs.length, count, batch?.count]).toEqual([100, 3_000, 3_000]);
    await world.clock.advance(2_000);
    expect(told<Job>('job.changed')).toEqual([]);
    expect(told('jobs.stale')).toHaveLength(1);
    expect(told<Batch>('batch.changed').at(-1)).toMatchObject({ id: batch?.id, counts: { queued: 3_000 } });
    const pages = await p.submit({ count: 3_000, key: 'many' });
    expect(pages.map(({ key }) => key)).toEqual(Array.from({ length: 3_000 }, (_, place) => `many/${place + 1}`));
  });

  test('goes from open to ended with its jobs, and opens again when they are queued again', async () => {
    world.addEngine('gpu');
    const { id } = await batchOf({ count: 4 });
    const list = (isOpen: boolean) => world.host.queue.batches.list(isOpen, undefined, 10).batches.map((batch) => batch.id);
    expect([list(true), list(false)]).toEqual([[id], []]);
    const { changed } = await world.host.queue.sweep.cancel({ batch: id });
    expect(changed).toBe(4);
    await world.clock.advance(300);
    expect([list(true), list(false)]).toEqual([[], [id]]);
    await world.host.queue.sweep.requeue({ batch: id });
    await world.clock.advance(300);
    expect(list(true)).toEqual([id]);
    world.host.engines.start('gpu');
    await world.clock.until(() => world.host.queue.counts().succeeded === 4);
    await world.clock.advance(300);
    expect(told<Batch>('batch.changed').at(-1)).toMatchObject({ id, counts: { succeeded: 4 }, endedAt: expect.any(String) });
    expect([list(true), list(false)]).toEqual([[], [id]]);
  });

  test('whose last job has just ended is on one of the two lists', async () => {
    world.host.queue.pause('person', '');
    await p.submit({ count: 3 });
    const { undo } = await world.host.queue.sweep.cancel({});
    // Before anything was told of it, and whichever list is asked for first.
    const listed = (isOpen: boolean) => world.host.queue.batches.list(isOpen, undefined, 10).batches.length;
    expect([listed(true), listed(false)]).toEqual([0, 1]);
    await world.host.queue.sweep.restore(undo ?? '');
    expect([listed(false), listed(true)]).toEqual([0, 1]);
  });

  test('its jobs are left out of lists of loose ones, which know their number', async () => {
    const { id } = await batchOf({ count: 300 });
    const loose = await p.submitOne();
    const list = (batch: string | null | undefined, order: 'run' | 'newest') =>
      world.host.queue.list({ filter: { states: ['queued'], ...(batch === undefined ? {} : { batch }) }, order, limit: 10 });
    for (const order of ['run', 'newest'] as const) {
      expect((await list(null, order)).jobs.map((job) => job.id)).toEqual([loose]);
      expect((await list(null, order)).total).toBe(1);
      expect((await list(id, order)).total).toBe(300);
      expect((await list(undefined, order)).total).toBe(301);
    }
    expect(world.host.queue.looseCounts().queued).toBe(1);
  });

  test('pages hold each job once, in the order asked for; a made-up cursor is refused', async () => {
    const { id } = await batchOf({ count: 230 });
    const { jobs } = world.host.queue.batches;
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = jobs(id, cursor, 100);
      seen.push(...page.jobs.map((job) => job.id));
      cursor = page.next;
    }
    expect([seen.length, new Set(seen).size]).toEqual([230, 230]);
    expect(() => jobs(id, 'x', 100)).toThrow(expect.objectContaining({ key: 'jobCursorUnknown' }));
    expect(() => jobs('0190a5e4-7c1e-7d3a-9b1c-2f4d6a8c0e12', undefined, 100)).toThrow(
      expect.objectContaining({ key: 'batchUnknown' }),
    );
  });
});

test('a host killed with SIGKILL while it writes a batch leaves none of it, and the same key then makes all of it', async () => {
  await using temp = await tempFolder();
  const folder = temp.path;
  const child = spawn(process.execPath, [resolve(import.meta.dirname, 'half-batch-child.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    expect(line).not.toBe('done');
    if (line === 'turn 12') child.kill('SIGKILL');
  }
  await gone;
  const half = openDatabase(join(folder, 'hearth.db'));
  const written = half.prepare('SELECT count(*) FROM jobs').pluck().get() as number;
  expect(written).toBeGreaterThan(100);
  expect(written).toBeLessThan(5_000);
  half.close();
  const { db, queue } = await openQueue(folder);
  await queue.start();
  expect(db.prepare('SELECT (SELECT count(*) FROM jobs) + (SELECT count(*) FROM batches)').pluck().get()).toBe(0);
  expect(queue.counts().queued).toBe(0);
  const { count } = await queue.enqueue({
    template: 'demo',
    values: {},
    count: 5_000,
    key: 'K',
    priority: 'normal',
    isFront: false,
  });
  expect([count, queue.counts().queued]).toEqual([5_000, 5_000]);
  await queue.stop();
  db.close();
});

describe('what jobs cost', () => {
  test('is learned from those that succeeded, survives a restart, and adds up for what waits', async () => {
    world.addEngine('gpu');
    expect(world.host.queue.costs.samples('demo').samples).toEqual([]);
    world.host.engines.start('gpu');
    const first = await p.submitOne();
    await p.until(first);
    await world.clock.advance(1_100);
    const { samples } = world.host.queue.costs.samples('demo');
    expect(samples).toMatchObject([{ version: 1, work: 1, peakBytes: null }]);
    expect(samples[0]?.seconds).toBeGreaterThan(0);
    expect(told<CostSamples>('cost.changed').at(-1)).toEqual({ template: 'demo', samples });
    await world.host.stop();
    await world.boot();
    expect(world.host.queue.costs.samples('demo').samples).toEqual(samples);
    world.host.queue.pause('person', '');
    await p.enqueue({ count: 10 });
    await p.enqueue({ template: 'seedless' });
    const { known, unknown, lowMs, highMs } = world.host.queue.costs.estimate();
    expect([known, unknown]).toEqual([10, 1]);
    const seconds = samples[0]?.seconds ?? 0;
    expect(lowMs).toBeLessThan(10_000 * seconds);
    expect(highMs).toBeGreaterThan(10_000 * seconds);
    await world.clock.advance(1_200);
    expect(told<QueueEstimate>('queue.estimate').at(-1)).toMatchObject({ known: 10, unknown: 1 });
  });
});

test('what a full disk left of a refused batch is never run, and goes once there is room', async () => {
  world.addEngine('gpu');
  world.host.engines.start('gpu');
  const refused = p.enqueue({ count: 300, key: 'K' });
  world.db.pragma('query_only = ON');
  await expect(refused).rejects.toMatchObject({ key: 'databaseFull' });
  await expect(p.enqueue({ count: 300 })).rejects.toMatchObject({ key: 'databaseFull' });
  world.db.pragma('query_only = OFF');
  await world.clock.advance(3_000);
  const attempts = (): unknown => world.db.prepare('SELECT count(*) FROM attempts').pluck().get();
  expect(attempts()).toBe(0);
  await world.clock.advance(10_000);
  expect([world.host.queue.counts().queued, attempts()]).toEqual([0, 0]);
  const { jobs } = await p.enqueue({ count: 3, key: 'K' });
  await p.untilAll(jobs.map(({ id }) => id));
  expect(world.host.queue.counts().succeeded).toBe(3);
});

test('a host starts on a full disk with half a batch in it, and takes up the rest', async () => {
  const id = await p.submitOne();
  // A host that is killed answers nobody.
  void p.enqueue({ count: 300 });
  world.host.kill();
  world.isReadOnly = true;
  world.addEngine('gpu');
  await world.boot();
  world.isReadOnly = false;
  world.db.pragma('query_only = OFF');
  world.host.engines.start('gpu');
  await p.until(id, 'succeeded');
  await world.clock.advance(10_000);
  expect(world.host.queue.counts()).toMatchObject({ succeeded: 1, queued: 0 });
});

test('what cannot be read of one batch or attempt is told of none of them, and of all others', async () => {
  world.addEngine('gpu');
  world.host.engines.start('gpu');
  const id = await p.submitOne();
  await p.until(id);
  world.db.prepare("UPDATE records SET values_json = '{'").run();
  const [broken, whole] = [await batchOf({ count: 2 }), await batchOf({ count: 2 })];
  world.db.prepare("UPDATE batches SET values_json = '{' WHERE id = ?").run(broken.id);
  const before = world.host.events.length;
  await world.clock.advance(5_000);
  const batches = world.host.events.slice(before).filter(({ name }) => name === 'batch.changed') as { payload: Batch }[];
  expect([...new Set(batches.map(({ payload }) => payload.id))]).toEqual([whole.id]);
  // Jobs that ran since are learned from.
  expect(world.host.queue.costs.samples('demo').samples).toHaveLength(4);
});

test('heavy jobs wait for the engine they are bound to; others take light ones past them, and all when there is no such engine', async () => {
  world.addEngine('big');
  world.addEngine('small');
  world.settings.heavyWork = 0.5;
  world.settings.heavyEngine = 'big';
  const heavy = await p.submitOne();
  world.db.prepare('UPDATE jobs SET work = 0.9').run();
  const light = await p.submitOne();
  world.db.prepare('UPDATE jobs SET work = 0.1 WHERE id = ?').run(light);
  world.host.engines.start('small');
  await p.until(light);
  expect(p.job(heavy).state).toBe('queued');
  world.host.engines.start('big');
  await p.until(heavy);
  expect(p.job(heavy).attempts.map(({ engine }) => engine)).toEqual(['big']);
  const next = await p.submitOne();
  world.db.prepare('UPDATE jobs SET work = 0.9 WHERE id = ?').run(next);
  world.settings.heavyEngine = 'gone';
  world.host.queue.lookAgain();
  await p.until(next);
});

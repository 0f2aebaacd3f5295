import { describe, expect, test } from 'vitest';
import { demoTemplate } from '../../fakes/queue-world.ts';
import { usingWorld } from './using-world.ts';

const { world, p } = usingWorld((world) => world.boot());
const total = (): number => Object.values(world.host.queue.counts()).reduce((sum, n) => sum + n, 0);

describe('one key, one request', () => {
  test('the same again answers with the same jobs, also at the same moment, after a restart, and when the template is gone', async () => {
    const request = { key: 'K', count: 3, values: { words: 'a' } };
    const [first, second] = await Promise.all([p.submit(request), p.submit(request)]);
    expect(first.map(({ key }) => key)).toEqual(['K/1', 'K/2', 'K/3']);
    expect(second.map(({ id, seed }) => [id, seed])).toEqual(first.map(({ id, seed }) => [id, seed]));
    world.host.kill();
    await world.boot();
    world.templates.clear();
    expect((await p.submit(request)).map(({ id }) => id)).toEqual(first.map(({ id }) => id));
    expect(total()).toBe(3);
  });

  test.each([
    ['other values', { values: { words: 'b' } }],
    ['another count', { count: 2 }],
    ['another priority', { priority: 'batch' as const }],
    ['a place at the front', { isFront: true }],
    ['a version', { version: 1 }],
  ])('the same key with %s is refused', async (_name, change) => {
    await p.submit({ key: 'K', values: { words: 'a' } });
    await expect(p.submit({ key: 'K', values: { words: 'a' }, ...change })).rejects.toMatchObject({
      code: 'conflict',
      key: 'jobKeyTaken',
    });
    expect(total()).toBe(1);
  });

  test('a random seed is compared as asked for, not as drawn', async () => {
    const [one] = await p.submit({ key: 'K', values: { seed: 'random' } });
    const [again] = await p.submit({ key: 'K', values: { seed: 'random' } });
    expect(again).toMatchObject({ id: one?.id, seed: one?.seed });
  });

  test('a key of many cannot be used for one, nor for fewer', async () => {
    await p.submit({ key: 'K', count: 2 });
    await expect(p.submit({ key: 'K' })).rejects.toMatchObject({ code: 'conflict' });
    await expect(p.submit({ key: 'K/2' })).rejects.toMatchObject({ code: 'conflict' });
    // `L/1` given for one job is a key of its own, and stands in the way of many under `L`.
    await p.submit({ key: 'L/2' });
    expect(await p.submit({ key: 'L' })).toHaveLength(1);
    await expect(p.submit({ key: 'M/2', count: 1 }).then(() => p.submit({ key: 'M', count: 3 }))).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(total()).toBe(2 + 2 + 1);
  });

  test('a key of many that clashes late leaves nothing of the batch', async () => {
    await p.submit({ key: 'N/900' });
    await expect(p.submit({ key: 'N', count: 1_000 })).rejects.toMatchObject({ code: 'conflict', key: 'jobKeyTaken' });
    expect(total()).toBe(1);
    expect(world.host.queue.counts().queued).toBe(1);
  });
});

test('keys, values and seeds come back as they were given, whatever signs they hold', async () => {
  const words = 'quote " slash \\ line\nend \u0000 nul 고양이 🐈 \ud800 half, "]}, {{x}}';
  const key = 'k"/\\ 고 🐈';
  const made = await p.submit({ key, count: 3, values: { words } });
  for (const [place, { id }] of made.entries())
    expect(p.job(id)).toMatchObject({ key: `${key}/${place + 1}`, values: { words }, seed: made[place]?.seed });
  const big = await p.submit({ key: 'one', values: { words: '1e3' } });
  expect(p.job(big[0]?.id ?? '')).toEqual(big[0]);
  expect(world.db.prepare('SELECT rank / 1024.0 - seq FROM jobs').pluck().all()).toEqual([0, 0, 0, 0]);
});

describe('what is refused', () => {
  test.each([
    ['an unknown template', { template: 'nope' }, 'jobTemplateUnknown'],
    ['many without a seed', { template: 'seedless', count: 2 }, 'countNeedsSeed'],
    ['a value out of range', { values: { seed: '16777216' } }, 'seedOutOfRange'],
    ['a parameter that is none', { values: { nope: 1 } }, 'parameterUnknown'],
  ])('%s is named, and nothing is queued', async (_name, change, key) => {
    const error = await p.submit(change).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'invalid-input' });
    if (key.startsWith('job') || key.startsWith('count')) expect(error).toMatchObject({ key });
    expect(total()).toBe(0);
  });
});

describe('thousands', () => {
  test('are written in chunks that let everything else run, and are all there', async () => {
    let isDone = false;
    let turns = 0;
    const jobs = p.submit({ count: 2_000, key: 'many' }).finally(() => {
      isDone = true;
    });
    for (; !isDone; turns++) await new Promise((resolve) => setImmediate(resolve));
    expect(turns).toBeGreaterThan(5);
    expect(new Set((await jobs).map(({ seed }) => seed)).size).toBe(2_000);
    expect(world.host.queue.counts().queued).toBe(2_000);
    expect((await p.submit({ count: 2_000, key: 'many' })).at(-1)?.id).toBe((await jobs).at(-1)?.id);
  });

  test('none of them runs before all are written, others do; a crash in between leaves none', async () => {
    world.addEngine('gpu');
    world.host.engines.start('gpu');
    const early = await p.submitOne({ priority: 'batch' });
    const writing = p.submit({ count: 10_000, priority: 'interactive', key: 'many' });
    for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
    await world.clock.advance(6);
    expect(world.db.prepare('SELECT count(*) FROM batches WHERE is_complete = 0').pluck().get()).toBe(1);
    expect(world.db.prepare('SELECT job FROM attempts').pluck().all()).toEqual([early]);
    world.host.kill();
    void writing.catch(() => {});
    await world.boot();
    expect(total()).toBe(1);
    expect((await p.submit({ count: 10_000, priority: 'interactive', key: 'many' })).length).toBe(10_000);
    expect(total()).toBe(10_001);
  });
});

test('what runs next: front, then priority, then age', async () => {
  const names: [string, Parameters<typeof p.submitOne>[0]][] = [
    ['batch', { priority: 'batch' }],
    ['normal 1', {}],
    ['normal 2', {}],
    ['interactive', { priority: 'interactive' }],
    ['front', { priority: 'batch', isFront: true }],
    ['newer front', { isFront: true }],
  ];
  const ids = new Map<string, string>();
  for (const [name, more] of names) ids.set(await p.submitOne(more), name);
  const wanted = ['newer front', 'front', 'interactive', 'normal 1', 'normal 2', 'batch'];
  const listed = await world.host.queue.list({ filter: {}, order: 'run', limit: 100 });
  expect(listed.jobs.map(({ id }) => ids.get(id))).toEqual(wanted);
  world.addEngine('gpu');
  world.host.engines.start('gpu');
  await p.untilAll([...ids.keys()]);
  const ran = world.db.prepare('SELECT job FROM attempts ORDER BY seq').pluck().all() as string[];
  expect(ran.map((id) => ids.get(id))).toEqual(wanted);
  // What was asked for is what is shown.
  expect(p.job([...ids].find(([, name]) => name === 'front')?.[0] ?? '').priority).toBe('batch');
});

test('a stream of urgent work does not starve what waits long', async () => {
  world.addEngine('gpu');
  const patient = await p.submitOne({ priority: 'batch' });
  await world.clock.advance(700_000);
  const urgent = (await p.submit({ priority: 'interactive', count: 20 })).map(({ id }) => id);
  world.host.engines.start('gpu');
  await p.untilAll([patient, ...urgent]);
  const ran = world.db.prepare('SELECT job FROM attempts ORDER BY seq').pluck().all() as string[];
  expect(ran.indexOf(patient)).toBe(4);
});

test('an event tells of each job once it is written, whole', async () => {
  const id = await p.submitOne();
  await world.clock.advance(100);
  const { events } = world.host;
  expect(events.find(({ name }) => name === 'job.changed')?.payload).toEqual(p.job(id));
  expect(events.find(({ name }) => name === 'queue.changed')?.payload).toMatchObject({ counts: { queued: 1 }, pauses: [] });
});

test('a job keeps the version it was queued with', async () => {
  const id = await p.submitOne();
  world.templates.set('demo', { ...demoTemplate, version: 2, digest: 'digest-2' });
  expect(p.job(id)).toMatchObject({ version: 1, digest: 'digest-1' });
});

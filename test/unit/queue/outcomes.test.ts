import { describe, expect, test } from 'vitest';
import type { JobProgress } from '../../../shared/job.ts';
import { usingWorld } from './using-world.ts';

const { world, p } = usingWorld();

test('while messages flow, one look at history ends each job and the queue is never asked', async () => {
  world.addEngine('gpu');
  const { engines } = await world.boot();
  const ids = (await p.submit({ count: 5 })).map(({ id }) => id);
  await p.untilAll(ids);
  const calls = engines.client('gpu')?.calls;
  expect(calls?.get('history')).toBe(5);
  // Once, when the lane came up.
  expect(calls?.get('queue')).toBe(1);
  expect(calls?.get('submit')).toBe(5);
});

test('the next prompt is handed over in the same moment in which the last one ends, while that is still being stored', async () => {
  const process = world.addEngine('gpu');
  await world.boot();
  const [first = '', second = ''] = (await p.submit({ count: 2 })).map(({ id }) => id);
  await world.clock.until(() => p.attemptStates(first)[0] === 'collecting');
  expect(p.attemptStates(second)).toEqual(['open']);
  expect(p.job(first).state).toBe('running');
  await world.clock.advance(1);
  expect(process.pending.length + (process.running === null ? 0 : 1)).toBe(1);
});

test('an outcome that cannot be settled at first is settled later, and the jobs behind it are not forgotten', async () => {
  world.addEngine('gpu');
  await world.boot();
  const ids = (await p.submit({ count: 3 })).map(({ id }) => id);
  const [first = ''] = ids;
  await world.clock.until(() => p.job(first).state === 'running');
  const { templates } = world;
  const get = templates.get.bind(templates);
  let hasFailed = false;
  templates.get = () => {
    hasFailed = true;
    throw new Error('broken for a moment');
  };
  await world.clock.until(() => hasFailed);
  await world.clock.advance(20_000);
  expect(p.job(first).state).toBe('running');
  templates.get = get;
  await p.untilAll(ids);
  expect(ids.map((id) => p.job(id).artifacts.length)).toEqual([1, 1, 1]);
});

describe('pictures given as values', () => {
  const value = `${'ab'.repeat(32)}.png`;
  test('are handed to the engine by content before the prompt', async () => {
    world.addEngine('gpu');
    world.pictures.set(value, new Uint8Array([1, 2, 3]));
    const { engines } = await world.boot();
    const id = await p.submitOne({ template: 'picture', values: { image: value } });
    await p.until(id, 'succeeded');
    expect(engines.client('gpu')?.uploads).toEqual([{ name: value, subfolder: 'hearth', bytes: new Uint8Array([1, 2, 3]) }]);
  });
  test('that nobody has are refused when the job is queued, and named when they went later', async () => {
    world.addEngine('gpu');
    const { queue } = await world.boot();
    const job = { template: 'picture', values: { image: value } };
    await expect(p.submitOne(job)).rejects.toMatchObject({
      code: 'invalid-input',
      key: 'inputUnknown',
      params: { key: 'image' },
    });
    expect(queue.counts().queued).toBe(0);
    world.pictures.set(value, new Uint8Array([1]));
    queue.pause('person', '');
    const id = await p.submitOne(job);
    world.pictures.clear();
    queue.resume('person');
    await p.until(id);
    expect(p.job(id)).toMatchObject({ state: 'failed_terminal', error: { code: 'inputGone', input: 'image' }, attempts: [] });
  });
});

test('progress is told at most ten times a second, with the newest preview, and is gone with the attempt', async () => {
  const process = world.addEngine('gpu');
  process.isHeld = true;
  const { queue, events } = await world.boot();
  const id = await p.submitOne();
  await world.clock.until(() => process.running !== null);
  const attempt = process.running ?? '';
  for (let value = 1; value <= 100; value++) {
    process.say({ type: 'progress', promptId: attempt, node: '1', value, max: 100 });
    process.say({ type: 'preview', promptId: attempt, mime: 'image/jpeg', bytes: new Uint8Array([value]) });
    await world.clock.advance(10);
  }
  const told = events.filter(({ name }) => name === 'job.progress').map(({ payload }) => payload as JobProgress);
  expect(told.length).toBeLessThanOrEqual(13);
  expect(told.length).toBeGreaterThan(8);
  expect(told.map(({ ratio }) => ratio)).toEqual(told.map(({ ratio }) => ratio).toSorted((a, b) => a - b));
  expect(told.at(-1)).toMatchObject({ jobId: id, attemptId: attempt, engine: 'gpu', preview: `/previews/${attempt}?n=100` });
  expect(queue.preview(attempt)).toEqual({ mime: 'image/jpeg', bytes: new Uint8Array([100]) });
  process.end({ kind: 'success' });
  await p.until(id, 'succeeded');
  await world.clock.advance(10);
  expect(queue.progress()).toEqual([]);
  expect(queue.preview(attempt)).toBeUndefined();
});

import { beforeEach, describe, expect, test } from 'vitest';
import { type QueueFileJob, queueFileOf, readQueueFile } from '../../../shared/queue-file.ts';
import { usingWorld } from './using-world.ts';

const { world, p } = usingWorld((world) => world.boot());

const waiting = { states: ['queued' as const, 'failed_retryable' as const] };
const order = async (): Promise<string[]> =>
  (await world.host.queue.list({ filter: {}, order: 'run', limit: 1000 })).jobs.map(({ id }) => id);
const left = (table: string): number => world.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** Lets a host work for some turns, then kills it as SIGKILL does, and begins the next one. */
const killAfter = async (turns: number): Promise<void> => {
  for (let n = 0; n < turns; n++) await turn();
  world.host.kill();
  await world.boot();
};

describe('a cancellation whose host is killed', () => {
  test('after its answer: undo brings back everything at the next start', async () => {
    const all = (await p.submit({ count: 350 })).map(({ id }) => id);
    world.host.queue.order.move([all[300] ?? ''], { at: 'front' });
    const before = await order();
    const { undo } = await world.host.queue.sweep.cancel(waiting);
    await killAfter(0);
    expect(world.host.queue.counts()).toMatchObject({ queued: 0, cancelled: 350 });
    expect(await world.host.queue.sweep.restore(undo ?? '')).toEqual({ changed: 350 });
    expect(await order()).toEqual(before);
    await expect(world.host.queue.sweep.restore(undo ?? '')).rejects.toMatchObject({ key: 'undoTooLate' });
    expect([left('cancellations'), left('cancelled_jobs')]).toEqual([0, 0]);
  });

  test.each([0, 1, 2, 5, 9, 10, 11, 12, 20])(
    'after %i turns: all of its jobs are cancelled and can come back, or none is',
    async (turns) => {
      const all = (await p.submit({ count: 1_000 })).map(({ id }) => id);
      let undo: string | null | undefined;
      void world.host.queue.sweep.cancel(waiting).then((done) => {
        undo = done.undo;
      });
      await killAfter(turns);
      if (undo === undefined) expect(world.host.queue.counts()).toMatchObject({ queued: 1_000, cancelled: 0 });
      else {
        expect(world.host.queue.counts()).toMatchObject({ queued: 0, cancelled: 1_000 });
        expect(await world.host.queue.sweep.restore(undo ?? '')).toEqual({ changed: 1_000 });
      }
      expect(await order()).toEqual(all);
      await world.clock.advance(300);
      expect(world.host.queue.batches.list(true, undefined, 10).batches).toMatchObject([{ count: 1_000, endedAt: null }]);
    },
  );

  test.each([0, 1, 3, 6])('by ids, after %i turns: all or none', async (turns) => {
    const all = (await p.submit({ count: 500 })).map(({ id }) => id);
    let undo: string | null | undefined;
    void world.host.queue.cancel(all).then((done) => {
      undo = done.undo;
    });
    await killAfter(turns);
    if (undo === undefined) {
      const { cancelled } = world.host.queue.counts();
      expect([0, 500]).toContain(cancelled);
      // Written whole, but nobody heard of it: the list of jobs says so.
      expect(left('cancelled_jobs')).toBe(cancelled);
    } else expect(await world.host.queue.sweep.restore(undo ?? '')).toEqual({ changed: 500 });
  });

  test.each([0, 1, 4, 8])('while it is taken back, after %i turns: it is taken back whole', async (turns) => {
    const all = (await p.submit({ count: 900 })).map(({ id }) => id);
    const { undo } = await world.host.queue.sweep.cancel(waiting);
    void world.host.queue.sweep.restore(undo ?? '').catch(() => {});
    await killAfter(turns);
    expect(await order()).toEqual(all);
    expect(left('cancellations')).toBe(0);
  });
});

test('a disk that is full half way: it is said, and what was cancelled comes back once there is room', async () => {
  await p.submit({ count: 1_000 });
  const cancelling = world.host.queue.sweep.cancel(waiting);
  for (let n = 0; n < 4; n++) await turn();
  world.db.pragma('query_only = ON');
  const error: unknown = await cancelling.catch((fault: unknown) => fault);
  const { cancelled } = world.host.queue.counts();
  expect(error).toMatchObject({ code: 'storage', key: 'cancelHalfDone', params: { count: cancelled } });
  expect(cancelled).toBeGreaterThan(0);
  expect(cancelled).toBeLessThan(1_000);
  world.db.pragma('query_only = OFF');
  await world.clock.until(() => world.host.queue.counts().queued === 1_000);
});

describe('what is said of a disk that refuses in the middle is true, and tells how far it came', () => {
  /** Some turns on, the disk takes nothing more. What came of it, and how many jobs are then in the state. */
  const halfWay = async (turns: number, act: Promise<unknown>, state: 'queued' | 'cancelled') => {
    const settled = act.catch((fault: unknown) => fault);
    for (let n = 0; n < turns; n++) await turn();
    world.db.pragma('query_only = ON');
    const error: unknown = await settled;
    return { error, count: world.host.queue.counts()[state] };
  };
  const room = (): void => void world.db.pragma('query_only = OFF');

  test.each([0, 1, 4])('an undo, after %i turns: the rest follows once there is room', async (turns) => {
    const all = (await p.submit({ count: 1_000 })).map(({ id }) => id);
    const { undo } = await world.host.queue.sweep.cancel(waiting);
    if (turns === 0) world.db.pragma('query_only = ON');
    const { error, count } = await halfWay(turns, world.host.queue.sweep.restore(undo ?? ''), 'queued');
    expect(count).toBeLessThan(1_000);
    expect(count > 0).toBe(turns > 0);
    expect(error).toMatchObject({ code: 'storage', key: 'undoHalfDone', params: { count } });
    // Longer than an undo is offered.
    await world.clock.advance(90_000);
    room();
    await world.clock.advance(5_000);
    for (let n = 0; n < 50 && left('cancellations') > 0; n++) await turn();
    expect(await order()).toEqual(all);
    expect([left('cancellations'), left('cancelled_jobs')]).toEqual([0, 0]);
  });

  test('an undo that is asked for again once there is room is done at once', async () => {
    await p.submit({ count: 1_000 });
    const { undo } = await world.host.queue.sweep.cancel(waiting);
    const { count } = await halfWay(2, world.host.queue.sweep.restore(undo ?? ''), 'queued');
    room();
    expect(await world.host.queue.sweep.restore(undo ?? '')).toEqual({ changed: 1_000 - count });
    await world.clock.advance(60_000);
    expect(world.host.queue.counts()).toMatchObject({ queued: 1_000, cancelled: 0 });
  });

  test('a cancellation by ids', async () => {
    const all = (await p.submit({ count: 1_000 })).map(({ id }) => id);
    const { error, count } = await halfWay(2, world.host.queue.cancel([...all, 'nobody']), 'cancelled');
    expect(count).toBeGreaterThan(0);
    expect(error).toMatchObject({ key: 'cancelHalfDone', params: { count } });
    room();
    await world.clock.until(() => world.host.queue.counts().queued === 1_000);
  });

  const again: [string, (ids: string[]) => Promise<unknown>][] = [
    ['by ids', (ids) => world.host.queue.requeue(ids)],
    ['by a filter', () => world.host.queue.sweep.requeue({ states: ['cancelled'] })],
  ];
  test.each(again)('jobs that are queued again %s run, as many as it says', async (_how, requeue) => {
    const all = (await p.submit({ count: 1_000 })).map(({ id }) => id);
    await world.host.queue.sweep.cancel(waiting);
    world.addEngine('gpu');
    world.host.kill();
    await world.boot();
    world.host.queue.pause('person', '');
    const { error, count } = await halfWay(2, requeue(all), 'queued');
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(1_000);
    expect(error).toMatchObject({ key: 'requeueHalfDone', params: { count } });
    room();
    world.host.queue.resume('person');
    await world.clock.until(() => world.host.queue.counts().succeeded === count);
  });

  test.each(again)('nothing was queued again %s where it says so', async (_how, requeue) => {
    const all = (await p.submit({ count: 300 })).map(({ id }) => id);
    await world.host.queue.sweep.cancel(waiting);
    world.db.pragma('query_only = ON');
    expect(await halfWay(0, requeue(all), 'queued')).toMatchObject({ error: { key: 'databaseFull' }, count: 0 });
    room();
  });
});

test('what was cancelled again belongs to the last cancellation; what is over is forgotten by itself', async () => {
  const [a = '', b = ''] = (await p.submit({ count: 2 })).map(({ id }) => id);
  const first = await world.host.queue.cancel([a, b]);
  await world.host.queue.requeue([a]);
  const second = await world.host.queue.cancel([a]);
  expect(await world.host.queue.sweep.restore(first.undo ?? '')).toEqual({ changed: 1 });
  expect([p.job(a).state, p.job(b).state]).toEqual(['cancelled', 'queued']);
  expect(await world.host.queue.sweep.restore(second.undo ?? '')).toEqual({ changed: 1 });
  await world.host.queue.cancel([a, b]);
  await world.clock.advance(130_000);
  await turn();
  expect([left('cancellations'), left('cancelled_jobs')]).toEqual([0, 0]);
  expect(p.job(a).state).toBe('cancelled');
});

describe('what happened to a job since it was cancelled is not undone with it', () => {
  type Back = (id: string) => unknown;
  const backs: [string, Back][] = [
    ['by its id', (id) => world.host.queue.requeue([id])],
    ['by a filter', () => world.host.queue.sweep.requeue({ states: ['cancelled'] })],
    ['from a file', (id) => world.host.queue.importJobs(jobsOf(queueFileOf([p.job(id)], new Date(0).toISOString())), false)],
    [
      'for a trial',
      (id) => {
        world.host.queue.trials.begin('gpu', 'gpu');
        world.host.queue.trials.letThrough('gpu', id);
      },
    ],
  ];
  const jobsOf = (text: string): QueueFileJob[] => {
    const read = readQueueFile(text);
    return 'jobs' in read ? read.jobs : [];
  };
  beforeEach(async () => {
    world.addEngine('gpu').isHeld = true;
    world.host.kill();
    await world.boot();
    world.host.queue.pause('person', '');
  });

  test.each(backs)('queued again %s, run, and cancelled while it ran', async (_how, back) => {
    const id = await p.submitOne();
    const { undo } = await world.host.queue.cancel([id]);
    await back(id);
    world.host.queue.resume('person');
    await p.until(id, 'running');
    const stopped = world.host.queue.cancel([id]);
    await p.until(id, 'cancelled');
    expect((await stopped).undo ?? null).toBeNull();
    expect(await world.host.queue.sweep.restore(undo ?? '')).toEqual({ changed: 0 });
    expect(p.job(id).state).toBe('cancelled');
    expect(p.attemptStates(id)).toEqual(['cancelled']);
  });

  test('queued again, and replaced by its changed copy', async () => {
    const id = await p.submitOne();
    const { undo } = await world.host.queue.cancel([id]);
    await world.host.queue.requeue([id]);
    world.host.queue.trials.replace(id);
    expect(await world.host.queue.sweep.restore(undo ?? '')).toEqual({ changed: 0 });
    expect(p.job(id).state).toBe('cancelled');
  });
});

test.each([0, 4, 10])(
  'an engine that stops %i turns into cancelling everything: nothing is left waiting, and undo brings back all that waited',
  async (turns) => {
    world.addEngine('gpu').isHeld = true;
    world.host.kill();
    await world.boot();
    const running = await p.submitOne();
    await p.until(running, 'running');
    await p.submit({ count: 900 });
    const cancelling = world.host.queue.sweep.cancel({});
    for (let n = 0; n < turns; n++) await turn();
    const stopping = world.host.engines.stop('gpu');
    let isOver = false;
    void Promise.all([cancelling, stopping]).then(() => {
      isOver = true;
    });
    await world.clock.until(() => isOver);
    const { undo } = await cancelling;
    expect(world.host.queue.counts()).toMatchObject({ queued: 0, failed_retryable: 0, cancelled: 901 });
    const waited = p.reasons(running).at(-2) === 'engineStopped' ? 901 : 900;
    expect(await world.host.queue.sweep.restore(undo ?? '')).toEqual({ changed: waited });
    expect(world.host.queue.counts()).toMatchObject({ queued: waited, cancelled: 901 - waited });
  },
);

test('undo is kept from the answer on, however long it took to stop what ran', async () => {
  const engine = world.addEngine('gpu');
  Object.assign(engine, { isHeld: true, ignoresInterrupts: true });
  world.host.kill();
  await world.boot();
  const [running = '', next = ''] = (await p.submit({ count: 2 })).map(({ id }) => id);
  await p.until(running, 'running');
  let undo: string | null | undefined;
  void world.host.queue.sweep.cancel({}).then((done) => {
    undo = done.undo;
  });
  await turn();
  world.clock.sleep(3_600_000);
  await world.clock.until(() => undo !== undefined);
  await world.clock.advance(30_000);
  expect(await world.host.queue.sweep.restore(undo ?? '')).toEqual({ changed: 1 });
  expect(p.job(next).state).not.toBe('cancelled');
});

test('a job that retention removes meanwhile is not brought back', async () => {
  const ids = (await p.submit({ count: 3 })).map(({ id }) => id);
  const { undo } = await world.host.queue.cancel(ids);
  world.settings.keepJobsCount = 1;
  await world.clock.advance(1_000);
  await world.host.queue.retention.run();
  expect((await world.host.queue.sweep.restore(undo ?? '')).changed).toBe(1);
});

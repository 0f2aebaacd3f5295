import { describe, expect, test } from 'vitest';
import { usingWorld } from './using-world.ts';

const { world, p } = usingWorld();

/** Answers once the clock has let it. */
const within = async <T>(promise: Promise<T>, ms = 120_000): Promise<T> => {
  let isDone = false;
  void promise.finally(() => {
    isDone = true;
  });
  await world.clock.until(() => isDone, ms);
  return promise;
};

describe('cancel', () => {
  test('what waits is cancelled at once; what is unknown or over is named and left alone', async () => {
    world.addEngine('gpu');
    const { queue } = await world.boot();
    const done = await p.submitOne();
    await p.until(done, 'succeeded');
    queue.pause('person', '');
    const ids = (await p.submit({ count: 600 })).map(({ id }) => id);
    const { jobs, refused } = await queue.cancel([...ids, done, 'nobody']);
    expect(jobs.map(({ state }) => state)).toEqual(ids.map(() => 'cancelled'));
    expect(refused).toMatchObject([
      { id: done, key: 'jobFinished' },
      { id: 'nobody', key: 'jobUnknown' },
    ]);
    expect(p.job(done).state).toBe('succeeded');
    expect((await queue.cancel([ids[0] ?? ''])).refused).toHaveLength(1);
  });

  test('what runs is interrupted, aimed, and confirmed', async () => {
    const process = world.addEngine('gpu');
    process.isHeld = true;
    const { queue, engines } = await world.boot();
    const [id = '', other = ''] = (await p.submit({ count: 2 })).map(({ id }) => id);
    await p.until(id, 'running');
    process.isHeld = false;
    const { jobs } = await within(queue.cancel([id]));
    expect(jobs).toMatchObject([{ id, state: 'cancelled', attempts: [{ state: 'cancelled' }] }]);
    expect(engines.declaredDead).toEqual([]);
    await p.until(other, 'succeeded');
  });

  test('what the engine has in its own queue is taken out of it', async () => {
    const process = world.addEngine('gpu');
    process.isHeld = true;
    process.submit('foreign');
    const { queue } = await world.boot();
    await world.clock.advance(10);
    const id = await p.submitOne();
    await p.until(id, 'submitted');
    await within(queue.cancel([id]));
    expect(p.job(id).state).toBe('cancelled');
    expect(process.pending).toEqual([]);
    expect(process.running).toBe('foreign');
  });

  test('what finished first stays a success, and says so', async () => {
    const process = world.addEngine('gpu');
    process.ignoresInterrupts = true;
    const { queue } = await world.boot();
    const id = await p.submitOne();
    await p.until(id, 'running');
    const { jobs, refused } = await within(queue.cancel([id]));
    expect([jobs, refused]).toMatchObject([[], [{ id, key: 'jobFinishedFirst' }]]);
    expect(p.job(id)).toMatchObject({ state: 'succeeded' });
  });

  test('what no interrupt ends, ends the engine and nothing else', async () => {
    Object.assign(world.addEngine('gpu'), { isHeld: true, ignoresInterrupts: true });
    const { queue, engines } = await world.boot();
    const [id = '', other = ''] = (await p.submit({ count: 2 })).map(({ id }) => id);
    await p.until(id, 'running');
    await within(queue.cancel([id]));
    expect(p.job(id).state).toBe('cancelled');
    expect(engines.declaredDead).toEqual([{ id: 'gpu', reason: 'uninterruptible' }]);
    await p.until(other, 'succeeded');
    expect(p.attemptStates(other)).toEqual(['succeeded']);
  });

  test('Hearth dies before the engine confirms: the wish is kept', async () => {
    const process = world.addEngine('gpu');
    process.isHeld = true;
    process.ignoresInterrupts = true;
    const { queue } = await world.boot();
    const id = await p.submitOne();
    await p.until(id, 'running');
    void queue.cancel([id]);
    await world.clock.advance(5);
    world.host.kill();
    process.ignoresInterrupts = false;
    await world.boot();
    await p.until(id);
    expect(p.job(id).state).toBe('cancelled');
    expect(process.running).toBeNull();
  });

  test('at an engine out of reach: the job ends, and the prompt is driven out before anything else runs there', async () => {
    const far = world.addEngine('far', 'external');
    far.isHeld = true;
    const { queue, engines } = await world.boot();
    const id = await p.submitOne();
    await p.until(id, 'running');
    engines.cut('far');
    await within(queue.cancel([id]));
    expect(p.job(id).state).toBe('cancelled');
    expect(far.running).not.toBeNull();
    const next = await p.submitOne();
    engines.mend('far');
    far.isHeld = false;
    await p.until(next, 'succeeded');
    expect(far.history(p.job(id).attempts[0]?.id ?? '')).toMatchObject({ outcome: 'interrupted' });
  });

  test('a waiting retry, and a held job', async () => {
    world.addEngine('gpu').nextEnding = { kind: 'error', exceptionType: 'ValueError', message: 'x' };
    const { queue } = await world.boot();
    const id = await p.submitOne();
    await p.until(id, 'failed_retryable');
    expect((await queue.cancel([id])).jobs).toMatchObject([{ state: 'cancelled', retryAt: null }]);
    await world.clock.advance(600_000);
    expect(p.job(id).attempts).toHaveLength(1);
  });
});

test('requeue takes what failed, is held or was cancelled, and names the rest', async () => {
  const { queue } = await world.boot();
  const [waiting = '', cancelled = ''] = (await p.submit({ count: 2 })).map(({ id }) => id);
  await queue.cancel([cancelled]);
  const { jobs, refused } = await queue.requeue([waiting, cancelled, 'nobody']);
  expect(jobs).toMatchObject([{ id: cancelled, state: 'queued', finishedAt: null }]);
  expect(refused).toMatchObject([
    { id: waiting, key: 'jobNotRequeueable' },
    { id: 'nobody', key: 'jobUnknown' },
  ]);
  expect(p.reasons(cancelled)).toEqual(['enqueued', 'cancelled', 'requeued']);
});

describe('pause', () => {
  test('owners stack, each releases its own; what runs goes on; it lasts over a restart', async () => {
    world.addEngine('gpu');
    const { queue } = await world.boot();
    const [running = '', waiting = ''] = (await p.submit({ count: 2 })).map(({ id }) => id);
    await p.until(running, 'running');
    queue.pause('person', 'lunch');
    queue.pause('update', 'new version');
    expect(queue.pause('person', 'long lunch').map(({ owner, text }) => [owner, text])).toEqual([
      ['update', 'new version'],
      ['person', 'long lunch'],
    ]);
    // Once more without a word: the reason given before stays.
    expect(queue.pause('person', '')).toMatchObject([{}, { owner: 'person', text: 'long lunch' }]);
    await p.until(running, 'succeeded');
    await world.clock.advance(60_000);
    expect(p.job(waiting).state).toBe('queued');
    world.host.kill();
    const next = await world.boot();
    expect(next.queue.resume('benchmark')).toMatchObject({ wasPaused: false });
    expect(next.queue.resume('person')).toMatchObject({ wasPaused: true, pauses: [{ owner: 'update' }] });
    await world.clock.advance(60_000);
    expect(p.job(waiting).state).toBe('queued');
    next.queue.resume('update');
    await p.until(waiting, 'succeeded');
  });

  test('that the disk does not let go of holds, and is released once there is room', async () => {
    const { queue } = await world.boot();
    queue.pause('person', 'lunch');
    world.db.pragma('query_only = ON');
    expect(() => queue.resume('person')).toThrow();
    expect(() => queue.pause('update', 'new version')).toThrow();
    world.db.pragma('query_only = OFF');
    expect(queue.pauses()).toMatchObject([{ owner: 'person', text: 'lunch' }]);
    expect(queue.resume('person')).toEqual({ pauses: [], wasPaused: true });
  });

  test.each(['paused', 'ask'] as const)('at start "%s" holds what waits until a person resumes', async (onStart) => {
    world.addEngine('gpu');
    await world.boot();
    world.host.queue.pause('update', '');
    const id = await p.submitOne();
    world.host.queue.resume('update');
    world.host.kill();
    world.settings.onStart = onStart;
    const { queue } = await world.boot();
    await world.clock.advance(60_000);
    expect(queue.pauses()).toMatchObject([{ owner: 'person', key: onStart === 'ask' ? 'askedOnStart' : 'pausedOnStart' }]);
    queue.resume('person');
    await p.until(id, 'succeeded');
    world.host.kill();
    expect((await world.boot()).queue.pauses()).toEqual([]);
  });

  test('nobody waits for an engine while the queue is paused', async () => {
    const { queue, engines } = await world.boot();
    await p.submit({ count: 3 });
    await world.clock.advance(100);
    expect(engines.waiting).toBe(3);
    queue.pause('person', '');
    await world.clock.advance(100);
    expect(engines.waiting).toBe(0);
  });
});

describe('the disk', () => {
  test('of several engines none is forgotten: whichever folder lacks room is named, and the next when that one has it again', async () => {
    world.addEngine('one').isHeld = true;
    world.addEngine('two').isHeld = true;
    const { queue } = await world.boot();
    await p.submit({ count: 6 });
    await world.clock.advance(1_000);
    const folder = () => queue.pauses().map(({ params }) => params?.folder);
    for (const lacking of ['/one/temp', '/two/output', '/one/output']) {
      world.freeOf.clear();
      world.freeOf.set(lacking, 1_000);
      await world.clock.advance(15_000);
      expect(folder()).toEqual([lacking]);
    }
    world.freeOf.clear();
    await world.clock.advance(15_000);
    expect(queue.pauses()).toEqual([]);
  });

  test('too little room: nothing is claimed, the folder and the sizes are said, and it resumes by itself', async () => {
    world.freeBytes = 1_500_000_000;
    world.addEngine('gpu');
    const { queue } = await world.boot();
    const id = await p.submitOne();
    await world.clock.advance(60_000);
    expect(p.job(id)).toMatchObject({ state: 'queued', attempts: [] });
    expect(queue.pauses()).toMatchObject([{ owner: 'disk', key: 'pausedDiskData', params: { free: 1.5, floor: 2 } }]);
    world.freeBytes = 3e9;
    await p.until(id, 'succeeded');
    expect(queue.pauses()).toEqual([]);
  });

  test('room that goes while a long job runs is noticed before the next one', async () => {
    const process = world.addEngine('gpu');
    process.isHeld = true;
    const { queue } = await world.boot();
    const [long = '', next = ''] = (await p.submit({ count: 2 })).map(({ id }) => id);
    await world.clock.advance(300_000);
    world.freeBytes = 1_000;
    await world.clock.advance(15_000);
    process.isHeld = false;
    process.end({ kind: 'success' });
    await p.until(long, 'succeeded');
    expect(p.job(next).attempts).toEqual([]);
    expect(queue.pauses()).toMatchObject([{ owner: 'disk' }]);
  });

  test('full when a picture is stored: it stays with the engine, nothing more is claimed, and all goes on by itself', async () => {
    const process = world.addEngine('gpu');
    world.isDiskFull = true;
    const { queue } = await world.boot();
    const ids = (await p.submit({ count: 4 })).map(({ id }) => id);
    await world.clock.advance(120_000);
    expect(queue.pauses()).toMatchObject([{ owner: 'disk', key: 'pausedDiskFull' }]);
    expect(ids.map((id) => p.job(id).state).filter((state) => state === 'running').length).toBeGreaterThan(0);
    expect(queue.counts().queued).toBeGreaterThan(0);
    world.isDiskFull = false;
    await p.untilAll(ids);
    expect(ids.map((id) => p.job(id).artifacts.length)).toEqual([1, 1, 1, 1]);
    expect([...process.starts.values()]).toEqual([1, 1, 1, 1]);
    expect(queue.pauses()).toEqual([]);
  });

  test('full, and the job that waits for room is cancelled: the queue goes on when there is room', async () => {
    world.addEngine('gpu');
    world.isDiskFull = true;
    const { queue } = await world.boot();
    const id = await p.submitOne();
    await world.clock.until(() => queue.pauses().length > 0);
    expect((await within(queue.cancel([id]))).jobs).toMatchObject([{ state: 'cancelled' }]);
    world.isDiskFull = false;
    const next = await p.submitOne();
    await p.until(next, 'succeeded');
  });
});

describe('lists', () => {
  test('huge prompts make pages and the first look shorter, and lose no job', async () => {
    const { queue } = await world.boot();
    queue.pause('person', '');
    const words = 'x'.repeat(1_000_000);
    const huge = await p.submit({ count: 45, values: { words } });
    const more = await p.submit({ count: 5 });
    for (const order of ['newest', 'run'] as const) {
      const seen: string[] = [];
      let pages = 0;
      for (let cursor: string | undefined; ; pages++) {
        const { jobs, total, next } = await queue.list({ filter: {}, order, cursor, limit: 1000 });
        expect(total).toBe(50);
        expect(JSON.stringify(jobs).length).toBeLessThan(25_000_000);
        seen.push(...jobs.map(({ id }) => id));
        if (next === null) break;
        cursor = next;
      }
      expect(pages).toBeGreaterThan(0);
      expect(seen.toSorted()).toEqual([...huge, ...more].map(({ id }) => id).toSorted());
    }
    const first = queue.openJobs();
    expect(first.map(({ id }) => id)).toEqual(huge.slice(0, first.length).map(({ id }) => id));
    expect(JSON.stringify(first).length).toBeLessThan(6_000_000);
    expect(first.length).toBeGreaterThan(0);
  });

  test('newest first and by filter, page by page, without a gap or a double', async () => {
    world.addEngine('gpu');
    const { queue } = await world.boot();
    const done = await p.submit({ count: 5, values: { words: 'a "quoted" 50%_ 고양이' } });
    await p.untilAll(done.map(({ id }) => id));
    queue.pause('person', '');
    await p.submit({ count: 20 });
    await p.submit({ template: 'seedless', key: 'find-me' });
    const all = async (query: Partial<Parameters<typeof queue.list>[0]>): Promise<{ ids: string[]; total: number }> => {
      const ids: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await queue.list({ filter: {}, order: 'newest', limit: 3, cursor, ...query });
        ids.push(...page.jobs.map(({ id }) => id));
        if (page.next === null) return { ids, total: page.total };
        cursor = page.next;
      }
    };
    const newest = await all({});
    expect(newest).toMatchObject({ total: 26 });
    expect(newest.ids).toEqual(world.db.prepare('SELECT id FROM jobs ORDER BY seq DESC').pluck().all());
    expect((await all({ filter: { states: ['succeeded'] } })).ids.toSorted()).toEqual(done.map(({ id }) => id).toSorted());
    expect(await all({ filter: { states: ['queued', 'succeeded'], template: 'demo' } })).toMatchObject({ total: 25 });
    expect((await all({ filter: { template: 'seedless' } })).ids).toHaveLength(1);
    expect(await all({ filter: { text: 'a "quoted" 50%_ 고' } })).toMatchObject({ total: 5 });
    expect(await all({ filter: { text: '50_%' } })).toEqual({ ids: [], total: 0 });
    expect((await all({ filter: { text: 'find-m' } })).ids).toHaveLength(1);
    const run = await all({ order: 'run' });
    expect(run.total).toBe(21);
    expect(run.ids).toEqual(world.db.prepare("SELECT id FROM jobs WHERE state = 'queued' ORDER BY grade, rank").pluck().all());
    expect((await queue.list({ filter: {}, ids: [done[1]?.id ?? '', 'nobody'], order: 'newest', limit: 9 })).jobs).toHaveLength(
      1,
    );
    expect(await all({ order: 'run', filter: { text: 'FIND-ME' } })).toMatchObject({ total: 1, ids: [expect.any(String)] });
    expect(await all({ order: 'run', filter: { template: 'seedless', states: ['queued'] } })).toMatchObject({ total: 1 });
    expect(await all({ filter: { text: 'demo', states: ['succeeded'] } })).toMatchObject({ total: 5 });
    expect(queue.openJobs()).toHaveLength(21);
    for (const order of ['newest', 'run'] as const)
      await expect(queue.list({ filter: {}, order, cursor: 'x; DROP TABLE jobs', limit: 3 })).rejects.toThrow(
        expect.objectContaining({ key: 'jobCursorUnknown' }),
      );
  });
});

test('after stop nothing is left that runs', async () => {
  const process = world.addEngine('gpu');
  process.isHeld = true;
  const { queue, events } = await world.boot();
  await p.submit({ count: 2 });
  await world.clock.advance(100);
  await queue.stop();
  const before = events.length;
  process.end({ kind: 'success' });
  await world.clock.advance(600_000);
  expect(events.length).toBe(before);
  expect(process.starts.size).toBe(1);
});

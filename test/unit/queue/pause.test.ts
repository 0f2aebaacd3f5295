import { describe, expect, test } from 'vitest';
import { usingWorld } from './using-world.ts';

const { world, p } = usingWorld();

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
    expect((await p.within(queue.cancel([id]))).jobs).toMatchObject([{ state: 'cancelled' }]);
    world.isDiskFull = false;
    const next = await p.submitOne();
    await p.until(next, 'succeeded');
  });
});

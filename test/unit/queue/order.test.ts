import { describe, expect, test } from 'vitest';
import { usingWorld } from './using-world.ts';

const { world, p } = usingWorld((world) => world.boot());

const order = async (): Promise<string[]> =>
  (await world.host.queue.list({ filter: {}, order: 'run', limit: 1000 })).jobs.map(({ id }) => id);
const ids = async (count: number, more = {}): Promise<string[]> => (await p.submit({ count, ...more })).map(({ id }) => id);

describe('the order of what waits', () => {
  test('to the front, in the order given, before every priority; said in the timeline', async () => {
    const [a = '', b = '', c = ''] = await ids(3);
    const urgent = await p.submitOne({ priority: 'interactive' });
    expect(world.host.queue.order.move([c, b], { at: 'front' }).jobs.map(({ isFront }) => isFront)).toEqual([true, true]);
    expect(await order()).toEqual([c, b, urgent, a]);
    world.host.queue.order.move([a], { at: 'front' });
    expect(await order()).toEqual([a, c, b, urgent]);
    expect(p.reasons(c)).toEqual(['enqueued', 'moved']);
  });

  test.each([
    ['before', 0, [3, 4, 0, 1, 2, 5]],
    ['after', 0, [0, 3, 4, 1, 2, 5]],
    ['before', 5, [0, 1, 2, 3, 4, 5]],
    ['after', 5, [0, 1, 2, 5, 3, 4]],
    ['after', 4, [0, 1, 2, 3, 4, 5]],
    ['before', 3, [0, 1, 2, 3, 4, 5]],
  ] as const)('two of six go %s the one at %i', async (at, target, expected) => {
    const all = await ids(6);
    world.host.queue.order.move([all[3] ?? '', all[4] ?? ''], { at, id: all[target] ?? '' });
    // A place given by one of the movers themselves is where it stood.
    expect(await order()).toEqual(expected.map((place) => all[place]));
  });

  test.each([
    ['before', [2, 5], 5, [0, 1, 3, 4, 2, 5, 6]],
    ['before', [5, 2], 5, [0, 1, 3, 4, 5, 2, 6]],
    ['before', [0, 2, 4], 2, [1, 0, 2, 4, 3, 5, 6]],
    ['after', [0, 6], 6, [1, 2, 3, 4, 5, 0, 6]],
    ['before', [0, 6], 6, [1, 2, 3, 4, 5, 0, 6]],
  ] as const)(
    'jobs that stand apart, dropped %s one of themselves, come together there',
    async (at, movers, target, expected) => {
      const all = await ids(7);
      world.host.queue.order.move(
        movers.map((place) => all[place] ?? ''),
        { at, id: all[target] ?? '' },
      );
      expect(await order()).toEqual(expected.map((place) => all[place]));
    },
  );

  test('beside a job of another priority it takes that one', async () => {
    const [late = ''] = await ids(1, { priority: 'batch' });
    const [normal = '', other = ''] = await ids(2);
    const { jobs } = world.host.queue.order.move([late], { at: 'before', id: other });
    expect(jobs).toMatchObject([{ id: late, priority: 'normal' }]);
    expect(await order()).toEqual([normal, late, other]);
  });

  test('hundreds of moves into the same gap keep the order, however narrow it becomes', async () => {
    const all = await ids(60, { isFront: true });
    const expected = [...all];
    let state = 7;
    for (let round = 0; round < 300; round++) {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      const mover = expected.splice(state % expected.length, 1)[0] ?? '';
      const place = round % 3 === 0 ? state % expected.length : 20;
      const target = expected[place] ?? '';
      const at = round % 2 === 0 ? 'before' : 'after';
      expect(world.host.queue.order.move([mover], { at, id: target }).refused).toEqual([]);
      expected.splice(at === 'before' ? place : place + 1, 0, mover);
    }
    expect(await order()).toEqual(expected);
  });

  test('a new priority puts a job among its like by age; it stays there over a restart', async () => {
    const [a = '', b = ''] = await ids(2);
    const [c = ''] = await ids(1, { priority: 'batch' });
    const { queue } = world.host;
    expect(queue.order.setPriority([b], 'batch').jobs).toMatchObject([{ id: b, priority: 'batch' }]);
    expect(queue.order.setPriority([a], 'interactive').jobs).toMatchObject([{ id: a, priority: 'interactive' }]);
    expect(await order()).toEqual([a, b, c]);
    world.host.kill();
    await world.boot();
    expect(await order()).toEqual([a, b, c]);
  });

  test('what runs or is over keeps its place and is named', async () => {
    world.addEngine('gpu');
    world.host.kill();
    await world.boot();
    const done = await p.submitOne();
    await p.until(done, 'succeeded');
    const { jobs, refused } = world.host.queue.order.move([done, 'nobody'], { at: 'front' });
    expect([jobs, refused]).toMatchObject([
      [],
      [
        { id: done, key: 'jobNotWaiting' },
        { id: 'nobody', key: 'jobUnknown' },
      ],
    ]);
    const waiting = await p.submitOne();
    expect(() => world.host.queue.order.move([waiting], { at: 'after', id: done })).toThrow(/does not wait/);
  });
});

describe('nothing starves', () => {
  test('a retry of the lowest priority gets its turn under a stream of urgent jobs', async () => {
    const engine = world.addEngine('gpu');
    world.host.kill();
    await world.boot();
    engine.nextEnding = { kind: 'error', exceptionType: 'ValueError', message: 'x' };
    const poor = await p.submitOne({ priority: 'batch' });
    await p.until(poor, 'failed_retryable');
    world.host.queue.pause('person', '');
    const urgent = await ids(200, { priority: 'interactive' });
    await world.clock.advance(600_000);
    world.host.queue.resume('person');
    await p.until(poor, 'succeeded');
    const before = urgent.filter((id) => p.job(id).state === 'succeeded').length;
    expect(before).toBeLessThan(20);
  });
});

describe('several engines', () => {
  test('each makes its next prompt of another job, and the last one is still taken by whoever is free', async () => {
    const [one, two] = [world.addEngine('one'), world.addEngine('two')];
    Object.assign(one, { isHeld: true });
    Object.assign(two, { isHeld: true });
    world.host.kill();
    await world.boot();
    const [a = '', b = '', c = '', d = ''] = await ids(4);
    await world.clock.until(() => [a, b].every((id) => p.job(id).state === 'running'));
    // The second engine frees itself while the first is held: it goes on with what it had made ready, then with what the other had.
    two.isHeld = false;
    two.end({ kind: 'success' });
    await p.until(c, 'succeeded');
    await p.until(d, 'succeeded');
    expect([a, b, c, d].map((id) => p.job(id).attempts.length)).toEqual([1, 1, 1, 1]);
    expect(p.job(c).attempts[0]?.engine).toBe(p.job(d).attempts[0]?.engine);
    one.isHeld = false;
    one.end({ kind: 'success' });
    await p.untilAll([a, b, c, d]);
  });
});

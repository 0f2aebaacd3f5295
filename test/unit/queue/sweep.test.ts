import { describe, expect, test } from 'vitest';
import type { JobFilter } from '../../../shared/contract.ts';
import { usingWorld } from './using-world.ts';

const { world, p } = usingWorld((world) => world.boot());

const waiting: JobFilter = { states: ['queued', 'failed_retryable'] };
const order = async (): Promise<string[]> =>
  (await world.host.queue.list({ filter: {}, order: 'run', limit: 1000 })).jobs.map(({ id }) => id);

describe('cancel everything that a filter lets through', () => {
  test('and take it back: exactly those, in their old order, with what was known of them', async () => {
    const { queue } = world.host;
    world.addEngine('gpu').nextEnding = { kind: 'error', exceptionType: 'ValueError', message: 'x' };
    world.host.kill();
    await world.boot();
    const retried = await p.submitOne();
    await p.until(retried, 'failed_retryable');
    world.host.queue.pause('person', '');
    const many = (await p.submit({ count: 350 })).map(({ id }) => id);
    const alone = await p.submitOne({ template: 'seedless', values: { words: 'keep' } });
    world.host.queue.order.move([many[300] ?? ''], { at: 'front' });
    const before = await order();
    const wasRetried = p.job(retried);
    const { changed, undo } = await world.host.queue.sweep.cancel({ ...waiting, template: 'demo' });
    expect(changed).toBe(351);
    expect(p.job(alone).state).toBe('queued');
    expect(await order()).toEqual([alone]);
    expect(p.job(retried)).toMatchObject({ state: 'cancelled', error: null });
    const dropped = many[5] ?? '';
    await world.host.queue.requeue([dropped]);
    const again = await world.host.queue.cancel([dropped]);
    // Somebody changed it since: it comes back by the undo of that.
    expect((await world.host.queue.sweep.restore(undo ?? '')).changed).toBe(350);
    expect(p.job(dropped).state).toBe('cancelled');
    expect((await world.host.queue.sweep.restore(again.undo ?? '')).changed).toBe(1);
    expect(await order()).toEqual(before);
    expect(p.job(retried)).toEqual(wasRetried);
    expect(p.reasons(many[0] ?? '')).toEqual(['enqueued', 'cancelled', 'cancelUndone']);
    await expect(world.host.queue.sweep.restore(undo ?? '')).rejects.toMatchObject({ key: 'undoTooLate' });
    void queue;
  });

  test('by words; the rest waits on', async () => {
    const cat = await p.submitOne({ values: { words: 'a cat' } });
    const dog = await p.submitOne({ values: { words: 'a dog' } });
    expect(await world.host.queue.sweep.cancel({ ...waiting, text: 'CAT' })).toMatchObject({ changed: 1 });
    expect([p.job(cat).state, p.job(dog).state]).toEqual(['cancelled', 'queued']);
  });

  test('what runs is interrupted where the filter names it, and not brought back', async () => {
    const engine = world.addEngine('gpu');
    engine.isHeld = true;
    world.host.kill();
    await world.boot();
    const [running = '', next = ''] = (await p.submit({ count: 2 })).map(({ id }) => id);
    await p.until(running, 'running');
    engine.isHeld = false;
    let answer: { changed: number; undo: string | null } | undefined;
    void world.host.queue.sweep.cancel({}).then((given) => {
      answer = given;
    });
    await world.clock.until(() => answer !== undefined);
    expect(answer?.changed).toBe(2);
    await world.host.queue.sweep.restore(answer?.undo ?? '');
    expect(p.job(running).state).toBe('cancelled');
    await p.until(next, 'succeeded');
  });

  test('undo of a few by id; what somebody changed since is left alone; after a minute it is too late', async () => {
    const [a = '', b = ''] = (await p.submit({ count: 2 })).map(({ id }) => id);
    const { undo } = await world.host.queue.cancel([a, b]);
    await world.host.queue.requeue([a]);
    expect((await world.host.queue.sweep.restore(undo ?? '')).changed).toBe(1);
    expect([p.job(a).state, p.job(b).state]).toEqual(['queued', 'queued']);
    const late = await world.host.queue.cancel([a]);
    await world.clock.advance(61_000);
    await expect(world.host.queue.sweep.restore(late.undo ?? '')).rejects.toMatchObject({ key: 'undoTooLate' });
  });

  test('requeue everything that a filter lets through', async () => {
    const all = (await p.submit({ count: 120 })).map(({ id }) => id);
    await world.host.queue.sweep.cancel({});
    expect(await world.host.queue.sweep.requeue({ states: ['cancelled'] })).toEqual({ changed: 120 });
    expect(await order()).toEqual(all);
  });
});

import { describe, expect, test } from 'vitest';
import { usingWorld } from './using-world.ts';

const { world, p } = usingWorld((world) => Object.assign(world.settings, { deathsToHold: 1 }));

/** A job that the engine died under, held. */
const heldJob = async (): Promise<string> => {
  world.addEngine('gpu');
  const { engines } = await world.boot();
  const id = await p.submitOne();
  await p.until(id, 'running');
  engines.crash('gpu');
  await p.until(id, 'held');
  await world.clock.until(() => world.engines.get('gpu')?.state === 'ready');
  return id;
};

test('one job runs alone while all others wait, and they go on once the trial is over', async () => {
  const held = await heldJob();
  const { queue } = world.host;
  queue.trials.begin('gpu', 'GPU');
  const others = [await p.submitOne(), await p.submitOne({ priority: 'interactive' })];
  await world.clock.advance(5_000);
  expect(others.map((id) => p.job(id).state)).toEqual(['queued', 'queued']);
  expect(queue.pauses().map(({ owner, key }) => [owner, key])).toEqual([['trial', 'pausedTrial']]);
  queue.trials.letThrough('gpu', held);
  await p.until(held, 'succeeded');
  await world.clock.advance(5_000);
  expect(others.map((id) => p.job(id).state)).toEqual(['queued', 'queued']);
  queue.trials.end('gpu');
  await p.untilAll(others);
  expect([queue.pauses(), others.map((id) => p.job(id).state)]).toEqual([[], ['succeeded', 'succeeded']]);
});

test('a job that kills the engine in its trial is held again at once: its limits count on', async () => {
  const held = await heldJob();
  world.host.queue.trials.begin('gpu', 'GPU');
  world.host.queue.trials.letThrough('gpu', held);
  await p.until(held, 'running');
  world.host.engines.crash('gpu');
  await p.until(held, 'held');
  expect(p.reasons(held)).toContain('trial');
});

test('the pause of a person stays when a trial has come and gone, and does not keep the trial waiting; a full disk does', async () => {
  const held = await heldJob();
  const { queue } = world.host;
  queue.pause('person', 'lunch');
  queue.pause('disk', 'full');
  queue.trials.begin('gpu', 'GPU');
  queue.trials.letThrough('gpu', held);
  await world.clock.advance(5_000);
  expect(p.job(held).state).toBe('queued');
  queue.resume('disk');
  queue.trials.letThrough('gpu', held);
  await p.until(held, 'succeeded');
  queue.trials.end('gpu');
  expect(queue.pauses().map(({ owner }) => owner)).toEqual(['person']);
});

test('nobody resumes the queue over the head of a trial', async () => {
  await heldJob();
  world.host.queue.trials.begin('gpu', 'GPU');
  expect(() => world.host.queue.resume('trial')).toThrow(/remedy is being tried/);
});

test.each(['held', 'failed_terminal', 'dead_letter', 'failed_retryable'] as const)(
  'a job that the trial did not run goes back to %s, whatever became of Hearth',
  async (before) => {
    const held = await heldJob();
    world.host.queue.trials.begin('gpu', 'GPU');
    world.host.queue.pause('disk', 'full');
    world.host.queue.trials.letThrough('gpu', held);
    expect(p.job(held).state).toBe('queued');
    world.host.kill();
    await world.boot();
    world.host.queue.trials.putBack(held, before);
    world.host.queue.trials.endAll();
    expect(p.job(held).state).toBe(before);
    expect(world.host.queue.pauses().map(({ owner }) => owner)).toEqual(['disk']);
  },
);

test('a job that has run through is not run again', async () => {
  world.addEngine('gpu');
  await world.boot();
  const id = await p.submitOne();
  await p.until(id, 'succeeded');
  world.host.queue.trials.begin('gpu', 'GPU');
  expect(() => world.host.queue.trials.letThrough('gpu', id)).toThrow(/succeeded/);
  world.host.queue.trials.putBack(id, 'held');
  expect(p.job(id).state).toBe('succeeded');
});

/** A job in one of the states that make room: set aside, about to be tried again, or in the queue. */
const waiting = {
  held: heldJob,
  failed_retryable: async () => {
    Object.assign(world.settings, { deathsToHold: 9 });
    world.addEngine('gpu');
    const { engines } = await world.boot();
    const id = await p.submitOne();
    await p.until(id, 'running');
    engines.crash('gpu');
    await p.until(id, 'failed_retryable');
    return id;
  },
  queued: async () => {
    world.addEngine('gpu');
    const { queue } = await world.boot();
    queue.pause('person', '');
    return p.submitOne();
  },
};

describe('a job that waits makes room for the changed one that ran in its place', () => {
  test.each(['held', 'failed_retryable', 'queued'] as const)('%s, and waits again once that is undone', async (before) => {
    const id = await waiting[before]();
    const { queue } = world.host;
    queue.trials.begin('gpu', 'GPU');
    queue.trials.replace(id);
    expect([p.job(id).state, p.job(id).finishedAt]).toEqual(['cancelled', expect.any(String)]);
    queue.trials.end('gpu');
    queue.resume('person');
    await world.clock.advance(60_000);
    expect(p.job(id).state).toBe('cancelled');
    // The way back outlives Hearth, as the plan that remembers it does.
    world.host.kill();
    await world.boot();
    world.host.queue.trials.restore(id, before);
    expect([p.job(id).state, p.job(id).finishedAt]).toEqual([before, null]);
    expect(p.reasons(id).slice(-2)).toEqual(['replaced', 'restored']);
    if (before === 'held') {
      await world.clock.advance(60_000);
      expect(p.job(id).state).toBe('held');
      await world.host.queue.requeue([id]);
    }
    await p.until(id, 'succeeded');
  });

  test('one that is over or at work stays as it is, and nothing comes back that was not replaced', async () => {
    const held = await heldJob();
    const { queue } = world.host;
    await queue.cancel([held]);
    queue.trials.replace(held);
    expect(p.reasons(held).at(-1)).toBe('cancelled');
    // Nobody else takes back what a person cancelled, whatever it was before.
    for (const before of ['held', 'queued', 'cancelled', 'failed_terminal'] as const) queue.trials.restore(held, before);
    expect(p.job(held).state).toBe('cancelled');
    const running = await p.submitOne();
    await p.until(running, 'running');
    queue.trials.replace(running);
    queue.trials.restore(running, 'held');
    expect(p.job(running).state).toBe('running');
    await p.until(running, 'succeeded');
    queue.trials.replace(running);
    queue.trials.restore(running, 'held');
    expect(p.job(running).state).toBe('succeeded');
  });
});

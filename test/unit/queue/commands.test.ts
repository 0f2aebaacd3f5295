import { describe, expect, test } from 'vitest';
import { usingWorld } from './using-world.ts';

const { world, p } = usingWorld();

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
    const { jobs } = await p.within(queue.cancel([id]));
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
    await p.within(queue.cancel([id]));
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
    const { jobs, refused } = await p.within(queue.cancel([id]));
    expect([jobs, refused]).toMatchObject([[], [{ id, key: 'jobFinishedFirst' }]]);
    expect(p.job(id)).toMatchObject({ state: 'succeeded' });
  });

  test('what no interrupt ends, ends the engine and nothing else', async () => {
    Object.assign(world.addEngine('gpu'), { isHeld: true, ignoresInterrupts: true });
    const { queue, engines } = await world.boot();
    const [id = '', other = ''] = (await p.submit({ count: 2 })).map(({ id }) => id);
    await p.until(id, 'running');
    await p.within(queue.cancel([id]));
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
    await p.within(queue.cancel([id]));
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

import { describe, expect, test } from 'vitest';
import { usingWorld } from './using-world.ts';

const { world, p } = usingWorld();

describe('silence', () => {
  test('a socket that is open but silent is noticed within 15 s', async () => {
    const process = world.addEngine('gpu');
    await world.boot();
    const id = await p.submitOne();
    await world.clock.advance(100);
    process.listener = null;
    await world.clock.advance(15_000);
    expect(p.job(id).state).toBe('succeeded');
  });

  test('a closed socket is made up for over HTTP within seconds', async () => {
    world.addEngine('gpu');
    const { engines } = await world.boot();
    const id = await p.submitOne();
    await world.clock.advance(100);
    engines.client('gpu')?.setSocket(false);
    await world.clock.advance(2_500);
    expect(p.job(id).state).toBe('succeeded');
  });

  test('a worker that runs nothing is a dead engine; the job runs on the next one', async () => {
    world.addEngine('gpu').isWorkerDead = true;
    const { engines } = await world.boot();
    const id = await p.submitOne();
    await p.until(id, 'succeeded');
    expect(engines.declaredDead).toEqual([{ id: 'gpu', reason: 'dead-worker' }]);
    expect(p.reasons(id)).toContain('workerDead');
  });

  test('no progress for too long: interrupted, and tried again', async () => {
    world.settings.stallMs = 30_000;
    const process = world.addEngine('gpu');
    process.isHeld = true;
    const { engines } = await world.boot();
    const id = await p.submitOne();
    await p.until(id, 'failed_retryable');
    expect(p.job(id).error).toMatchObject({ code: 'jobStalled' });
    expect(engines.declaredDead).toEqual([]);
    process.isHeld = false;
    await p.until(id, 'succeeded');
  });

  test('a stall that no interrupt ends, ends the engine; twice and the job is held', async () => {
    world.settings.stallMs = 30_000;
    Object.assign(world.addEngine('gpu'), { isHeld: true, ignoresInterrupts: true });
    const { engines } = await world.boot();
    const id = await p.submitOne();
    await p.until(id, 'failed_retryable');
    expect(engines.declaredDead).toEqual([{ id: 'gpu', reason: 'stalled' }]);
    await world.clock.until(() => world.engines.get('gpu')?.process?.isAlive === true);
    Object.assign(world.process(), { isHeld: true, ignoresInterrupts: true });
    await p.until(id);
    expect(p.job(id).state).toBe('held');
  });

  test('a machine that slept blames nobody', async () => {
    world.settings.stallMs = 30_000;
    world.settings.attemptTimeoutMs = 60_000;
    const process = world.addEngine('gpu');
    process.isHeld = true;
    const { engines } = await world.boot();
    const id = await p.submitOne();
    await world.clock.advance(10_000);
    world.clock.sleep(8 * 3_600_000);
    await world.clock.advance(10_000);
    expect(p.job(id)).toMatchObject({ state: 'running', attempts: [{ state: 'open' }] });
    process.end({ kind: 'success' });
    await p.until(id, 'succeeded');
    expect(engines.declaredDead).toEqual([]);
  });

  test('prompts of another program are waited for, never interrupted, never stalled on', async () => {
    world.settings.stallMs = 30_000;
    const process = world.addEngine('gpu');
    process.isHeld = true;
    process.submit('foreign');
    const { engines } = await world.boot();
    await world.clock.advance(10);
    const id = await p.submitOne();
    await world.clock.advance(3_600_000);
    expect(process.running).toBe('foreign');
    expect(p.job(id)).toMatchObject({ state: 'submitted' });
    expect(engines.client('gpu')?.calls.get('interrupt')).toBeUndefined();
    process.isHeld = false;
    process.end({ kind: 'success' });
    await p.until(id, 'succeeded');
    expect(p.job(id).attempts).toHaveLength(1);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import type { ProcessUsage } from '../../../electron/engine/process-table.ts';
import { createWorkerWatch, tellsWorkerDeath, type WorkerWatch } from '../../../electron/engine/worker-watch.ts';
import { type ManualClock, manualClock } from './manual-clock.ts';

const idle: ProcessUsage = { cpuMs: 0, diskReadBytes: 0, isSuspended: false, execMark: null };
const threadsOf = (...ids: number[]): ReadonlyMap<number, number> => new Map(ids.map((id) => [id, 0]));

let clock: ManualClock;
let watch: WorkerWatch;
/** What can be seen of the engine. */
let world: {
  usage: ProcessUsage;
  threads: ReadonlyMap<number, number> | null;
  bytes: number;
  gpu: number | null;
  isListed: () => Promise<boolean>;
};
const show = (change: Partial<typeof world>): void => {
  world = { ...world, ...change };
};
beforeEach(() => {
  clock = manualClock();
  world = { usage: idle, threads: threadsOf(1, 2), bytes: 0, gpu: null, isListed: async () => true };
  watch = createWorkerWatch({
    process: { pid: 1, startTime: '' },
    table: { usage: async () => world.usage, threads: () => world.threads },
    clock,
    readBytes: () => world.bytes,
    gpuWork: async () => world.gpu,
    isRunning: () => world.isListed(),
  });
  watch.runs('prompt');
});

/** Looks once a second; answers with the second at which the worker was found dead, or null. */
const spend = async (seconds: number, each: (second: number) => void = () => {}): Promise<number | null> => {
  for (let second = 1; second <= seconds; second++) {
    clock.pass(1_000);
    each(second);
    if (await watch.look()) return second;
  }
  return null;
};
const loseThread = (): void => show({ threads: threadsOf(1) });

describe('a worker that died in the middle of a prompt', () => {
  it('is found soon where its log says so', async () => {
    watch.toldDead();
    expect(await spend(60)).toBe(10);
  });

  it('is found later where only its thread is gone', async () => {
    expect(await spend(1)).toBeNull();
    loseThread();
    expect(await spend(600)).toBe(179);
  });

  it('is found by the thread that went after its last message', async () => {
    // One that ended while messages still came says nothing.
    expect(await spend(10, () => watch.heard())).toBeNull();
    loseThread();
    expect(await spend(10, () => watch.heard())).toBeNull();
    expect(await spend(600)).toBeNull();
    show({ threads: threadsOf() });
    expect(await spend(1)).toBe(1);
  });
});

describe('a worker that lives', () => {
  it.each([
    ['is silent and idle for ten minutes, as one that waits for another machine', () => {}],
    ['cannot be seen on this system', () => show({ threads: null })],
    ['started helpers that went again', (second: number) => show({ threads: threadsOf(1, 2, 100 + second) })],
  ])('%s', async (_case, each) => {
    expect(await spend(600, each)).toBeNull();
  });

  it.each([
    ['loads with the CPU', (second: number) => show({ usage: { ...idle, cpuMs: second * 200 } })],
    ['reads a model from disk', (second: number) => show({ usage: { ...idle, diskReadBytes: second * 4096 } })],
    ['computes on a graphics card', () => show({ gpu: 60 })],
    ['writes to its log', (second: number) => show({ bytes: second })],
    ['tells of its progress', () => watch.heard()],
    ['is suspended', () => show({ usage: { ...idle, isSuspended: true } })],
  ])('%s, although a thread is gone and a log says what it says', async (_case, each) => {
    await watch.look();
    loseThread();
    watch.toldDead();
    expect(await spend(600, each)).toBeNull();
  });

  it('has ended its prompt', async () => {
    watch.toldDead();
    show({ isListed: async () => false });
    expect(await spend(60)).toBeNull();
    show({ isListed: () => Promise.reject(new Error('no answer')) });
    expect(await spend(60)).toBeNull();
  });

  it('has nothing to do', async () => {
    watch.toldDead();
    watch.runs(null);
    expect(await spend(600)).toBeNull();
  });

  it('slept with its machine', async () => {
    await watch.look();
    loseThread();
    clock.pass(8 * 3_600_000);
    expect(await watch.look()).toBe(false);
    expect(await spend(100)).toBeNull();
  });
});

describe('the words of a worker that died', () => {
  it.each([
    ['Exception in thread Thread-1 (prompt_worker):', true],
    ['\u001b[31m[ERROR]\u001b[0m Exception in thread Thread-12 (prompt_worker):', true],
    [' 40%|████      | 8/20 [00:01<00:02,  5.1it/s]Exception in thread Thread-1 (prompt_worker):', true],
    ['Exception in thread Thread-3 (fetch_list):', false],
    ['started (prompt_worker)', false],
  ])('%s: %s', (line, isIt) => {
    expect(tellsWorkerDeath(line)).toBe(isIt);
  });
});

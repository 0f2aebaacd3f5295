import { beforeEach, describe, expect, it } from 'vitest';
import { type EngineStats, EngineUnreachable } from '../../../electron/engine/client-types.ts';
import { createLifeWatch, type LifeReport, type LifeWatch } from '../../../electron/engine/life-watch.ts';
import type { ProcessTable, ProcessUsage } from '../../../electron/engine/process-table.ts';
import { AppError } from '../../../shared/app-error.ts';
import { defaultSettings } from '../../../shared/settings.ts';
import { type ManualClock, manualClock } from './manual-clock.ts';

const stats: EngineStats = {
  version: null,
  argv: [],
  python: null,
  torch: null,
  device: null,
  ramTotalBytes: null,
  ramFreeBytes: null,
  vramTotalBytes: null,
  vramFreeBytes: null,
};
const silence = (): Promise<never> => new Promise(() => {});
/** As a probe tells it: in words, with the network's own error as its cause. */
const timeout = (): Promise<never> =>
  Promise.reject(
    new AppError('engine-unavailable', 'engineTimesOut', { url: 'u', seconds: 5 }, { cause: new EngineUnreachable('no') }),
  );
const noRoom = (): Promise<never> =>
  Promise.reject(new EngineUnreachable('no', { cause: Object.assign(new Error('connect EMFILE'), { code: 'EMFILE' }) }));
const refusal = (): Promise<never> =>
  Promise.reject(new EngineUnreachable('no', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) }));

let clock: ManualClock;
const idle: ProcessUsage = { cpuMs: 0, diskReadBytes: 0, isSuspended: false, execMark: 'a' };
let usage: ProcessUsage | null;
let ask: () => Promise<EngineStats>;
let bytes: number;
let looks: number;
let gpu: number | null;
let watch: LifeWatch;
beforeEach(() => {
  clock = manualClock();
  usage = idle;
  ask = async () => stats;
  bytes = 0;
  looks = 0;
  gpu = null;
  const table: ProcessTable = {
    find: async () => null,
    isGone: () => false,
    family: async () => [],
    findLaunch: async () => null,
    findUser: async () => null,
    threads: () => null,
    async usage() {
      looks++;
      return usage && { ...usage };
    },
    signal() {},
  };
  watch = createLifeWatch({
    process: { pid: 1, startTime: '' },
    table,
    clock,
    ask: () => ask(),
    onStats() {},
    readBytes: () => bytes,
    gpuWork: async () => gpu,
  });
});

const show = (change: Partial<ProcessUsage>): void => {
  usage = { ...idle, ...change };
};
const grow = (to: number): void => {
  bytes = to;
};

/** Looks once a second for `seconds`; `each` may change the world before. Answers with the verdicts, and the last report. */
const spend = async (
  seconds: number,
  each: (second: number) => void = () => {},
): Promise<{ verdicts: string[]; last: LifeReport }> => {
  const verdicts: string[] = [];
  let last: LifeReport | undefined;
  for (let second = 1; second <= seconds; second++) {
    clock.pass(1_000);
    each(second);
    last = await watch.look(defaultSettings);
    if (verdicts.at(-1) !== last.verdict) verdicts.push(last.verdict);
  }
  if (!last) throw new Error('no time spent');
  return { verdicts, last };
};

describe('watching for life', () => {
  it('looks at no process while it answers', async () => {
    const { verdicts } = await spend(600);
    expect(verdicts).toEqual(['alive']);
    expect(looks).toBe(1); // what it is, at the beginning
  });

  it.each([
    ['CPU time, HTTP blocked', (second: number) => show({ cpuMs: second * 800 })],
    ['disk reads, HTTP blocked', (second: number) => show({ diskReadBytes: second * 4096 })],
    ['log growth without a line end', (second: number) => grow(second)],
    ['socket messages', () => watch.heard()],
    [
      'a graphics card at work',
      () => {
        gpu = 40;
      },
    ],
  ])('takes a model load of ten minutes for life: %s', async (_case, each) => {
    ask = silence;
    expect((await spend(600, each)).verdicts).toEqual(['alive']);
  });

  it('takes an answer of any kind for life', async () => {
    ask = () => Promise.reject(new Error('HTTP 500'));
    expect((await spend(120)).verdicts).toEqual(['alive']);
  });

  it('finds a dead silence, by way of late', async () => {
    ask = silence;
    expect((await spend(120)).verdicts).toEqual(['alive', 'late', 'unresponsive', 'hung']);
  });

  it('takes no answer for none, however it is told', async () => {
    ask = timeout;
    expect((await spend(120)).last.verdict).toBe('hung');
  });

  it('blames nobody for what it has no room to ask', async () => {
    ask = noRoom;
    expect((await spend(600)).verdicts).toEqual(['alive']);
    ask = silence;
    expect((await spend(120)).last.verdict).toBe('hung');
  });

  it('is not fooled by the little that an idle process does', async () => {
    ask = silence;
    expect((await spend(120, (second) => show({ cpuMs: second * 20 }))).last.verdict).toBe('hung');
  });

  it('says that it was suspended', async () => {
    ask = silence;
    show({ isSuspended: true });
    expect((await spend(60)).last).toMatchObject({ verdict: 'unresponsive', isSuspended: true });
  });

  it('knows no CPU time where the system does not tell, and goes by the rest', async () => {
    ask = silence;
    usage = null;
    expect((await spend(90)).last.verdict).toBe('hung');
  });
});

describe('a restart inside the same process', () => {
  it('is seen at once when the socket closed and the program is another', async () => {
    await spend(5);
    show({ execMark: 'b' });
    watch.doubted();
    expect(await watch.look(defaultSettings)).toMatchObject({ hasRebooted: true });
  });

  it('is no restart when the socket closed and the program is the same', async () => {
    await spend(5);
    watch.doubted();
    expect(await watch.look(defaultSettings)).toMatchObject({ hasRebooted: false });
    expect((await spend(30)).last.hasRebooted).toBe(false);
  });

  it('is concluded from a closed door where programs cannot be told apart', async () => {
    await spend(5);
    show({ execMark: null });
    ask = refusal;
    watch.doubted();
    expect((await spend(3)).last.hasRebooted).toBe(false);
    expect((await spend(3)).last.hasRebooted).toBe(true);
  });

  it('is not concluded from a door that was shut for a moment', async () => {
    await spend(5);
    ask = refusal;
    watch.doubted();
    await spend(2);
    ask = async () => stats;
    expect((await spend(10)).last).toMatchObject({ hasRebooted: false, verdict: 'alive' });
  });
});

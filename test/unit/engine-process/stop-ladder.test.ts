import { describe, expect, it } from 'vitest';
import type { ProcessEnd } from '../../../electron/engine/exit-meaning.ts';
import type { ProcessRef, ProcessTable } from '../../../electron/engine/process-table.ts';
import { ladderOf, runLadder } from '../../../electron/engine/stop-ladder.ts';
import { manualClock } from './manual-clock.ts';

describe('the rungs', () => {
  it.each([
    ['linux', false, 'interrupt SIGINT SIGTERM SIGKILL', 25_000],
    ['darwin', false, 'interrupt SIGINT SIGTERM SIGKILL', 25_000],
    ['win32', false, 'interrupt SIGKILL', 25_000],
    ['linux', true, 'SIGINT SIGTERM SIGKILL', 15_000],
    ['win32', true, 'SIGKILL', 15_000],
  ] as const)('%s, hung: %s', (platform, isHang, acts, limitMs) => {
    const rungs = ladderOf(platform, isHang);
    expect(rungs.map(({ act }) => act).join(' ')).toBe(acts);
    const untils = rungs.map(({ untilMs }) => untilMs);
    expect(untils).toEqual(untils.toSorted((a, b) => a - b));
    // What is left is for processes that the last blow missed.
    expect(untils.at(-1)).toBeLessThanOrEqual(limitMs - 2_000);
  });
});

/** A process that goes by `diesOf` and nothing less; null: by nothing at all. Helpers die by SIGKILL only. */
const climb = async (diesOf: NodeJS.Signals | 'interrupt' | null, isHang: boolean, helpers = 0) => {
  const clock = manualClock();
  const ended = Promise.withResolvers<ProcessEnd>();
  const alive = new Set<string>(['root', ...Array.from({ length: helpers }, (_, i) => `helper ${i}`)]);
  const sent: string[] = [];
  const end = (): void => {
    alive.delete('root');
    ended.resolve({ code: 0, signal: null });
  };
  const ref = (startTime: string): ProcessRef => ({ pid: 1, startTime });
  const table: ProcessTable = {
    find: async () => null,
    isGone: ({ startTime }) => !alive.has(startTime),
    family: async () => [...alive].map(ref),
    findLaunch: async () => null,
    findUser: async () => null,
    threads: () => null,
    usage: async () => null,
    signal(processes, signal) {
      sent.push(`${clock.monotonic()} ${signal} ${processes.map(({ startTime }) => startTime).join('+')}`);
      if (signal === diesOf && processes.some(({ startTime }) => startTime === 'root')) end();
      if (signal === 'SIGKILL') for (const { startTime } of processes) if (startTime !== 'root') alive.delete(startTime);
    },
  };
  let result: boolean | null = null;
  void runLadder(ladderOf('linux', isHang), {
    process: { pid: 1, startTime: 'root', isAdopted: false, ended: ended.promise, release() {} },
    launchId: 'l',
    table,
    clock,
    quiet: async () => {
      sent.push(`${clock.monotonic()} quiet`);
      if (diesOf === 'interrupt') end();
      if (diesOf === 'SIGINT') return;
      await new Promise(() => {});
    },
  }).then((isGone) => {
    result = isGone;
  });
  while (result === null) {
    // Lets everything that waits for nothing run, then a moment of time.
    await new Promise((resolve) => setImmediate(resolve));
    clock.pass(50);
  }
  return { isGone: result, sent: sent.filter((line) => !line.includes('SIGCONT')), tookMs: clock.monotonic() };
};

describe('climbing', () => {
  it('goes on to SIGINT as soon as nothing runs', async () => {
    const { sent, isGone } = await climb('SIGINT', false);
    expect(isGone).toBe(true);
    expect(sent).toEqual(['0 quiet', '0 SIGINT root']);
  });

  it('sends nothing more to one that ends by itself', async () => {
    expect((await climb('interrupt', false)).sent).toEqual(['0 quiet']);
  });

  it('reaches SIGKILL in time when nobody listens', async () => {
    const requested = await climb('SIGKILL', false);
    expect(requested.sent.map((line) => line.split(' ')[1])).toEqual(['quiet', 'SIGINT', 'SIGTERM', 'SIGKILL']);
    expect(requested.tookMs).toBeLessThan(25_000);
    const hung = await climb('SIGKILL', true);
    expect(hung.sent.map((line) => line.split(' ')[1])).toEqual(['SIGINT', 'SIGTERM', 'SIGKILL']);
    expect(hung.tookMs).toBeLessThan(15_000);
  });

  it('ends helpers that outlive the engine', async () => {
    const { sent, isGone } = await climb('SIGINT', false, 2);
    expect(isGone).toBe(true);
    expect(sent.at(-1)).toContain('SIGKILL helper 0+helper 1');
  });

  it('admits that something cannot be ended, within the limit', async () => {
    const { isGone, tookMs } = await climb(null, false);
    expect(isGone).toBe(false);
    expect(tookMs).toBeLessThanOrEqual(25_000);
    expect((await climb(null, true)).tookMs).toBeLessThanOrEqual(15_000);
  });
});

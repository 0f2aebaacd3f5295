import type { Clock } from '../lib/clock.ts';
import { pause } from '../lib/clock.ts';
import type { EngineProcess } from './process.ts';
import type { ProcessRef, ProcessTable } from './process-table.ts';

/** One rung: what is done, and until when the process may take to go by it, counted from the first one. */
export interface Rung {
  act: 'interrupt' | 'SIGINT' | 'SIGTERM' | 'SIGKILL';
  untilMs: number;
}

/** Most times a tree is killed: it may have started another process between the look and the blow. */
const maxKills = 20;
const killPauseMs = 50;
/** What a stopped engine left running gets this long to end by itself. */
const leftoverMs = 1_000;

/**
 * The rungs, in order. A requested stop lets the running prompt end first, because a ComfyUI that gets SIGINT while it samples
 * aborts; what that leaves of the time goes to SIGINT (seen: 2 s in peace, 15 s on a machine with too much to do). In all at most
 * 25 s. A hung engine would not listen: SIGKILL after 6 s. Windows has no gentle signal for a process without a console. Pure.
 */
export const ladderOf = (platform: NodeJS.Platform, isHang: boolean): Rung[] => {
  const interrupt: Rung[] = isHang ? [] : [{ act: 'interrupt', untilMs: 8_000 }];
  if (platform === 'win32') return [...interrupt, { act: 'SIGKILL', untilMs: isHang ? 6_000 : 14_000 }];
  return [
    ...interrupt,
    { act: 'SIGINT', untilMs: isHang ? 4_000 : 16_000 },
    { act: 'SIGTERM', untilMs: isHang ? 6_000 : 19_000 },
    { act: 'SIGKILL', untilMs: isHang ? 10_000 : 22_000 },
  ];
};

export interface LadderDeps {
  process: EngineProcess;
  launchId: string;
  table: ProcessTable;
  clock: Clock;
  /** Asks the engine to let go of what runs and resolves when nothing runs any more; rejects or hangs where it does not answer. */
  quiet: () => Promise<void>;
}

/**
 * Ends an engine with everything it started. Resolves with true when none of it lives; false: something cannot be killed. Whoever
 * was seen in the tree once is remembered, for children of a dead parent belong to nobody.
 */
export const runLadder = async (rungs: readonly Rung[], deps: LadderDeps): Promise<boolean> => {
  const { process, launchId, table, clock, quiet } = deps;
  const known = new Map<string, ProcessRef>([[keyOf(process), process]]);
  const alive = async (): Promise<ProcessRef[]> => {
    // Where nobody can look, those that were seen before are dealt with.
    for (const one of await table.family(process, launchId).catch(() => [])) known.set(keyOf(one), one);
    return [...known.values()].filter((one) => !table.isGone(one));
  };
  const isGoneWithin = (ms: number, other?: Promise<unknown>): Promise<boolean> =>
    new Promise((resolve) => {
      const stop = clock.after(ms, () => resolve(false));
      const end = (isGone: boolean) => () => {
        stop();
        resolve(isGone);
      };
      process.ended.then(end(true), end(true));
      other?.then(end(false), end(false));
    });

  const startedAt = clock.monotonic();
  for (const { act, untilMs } of rungs) {
    const leftMs = Math.max(0, untilMs - (clock.monotonic() - startedAt));
    if (act === 'interrupt') {
      if (await isGoneWithin(leftMs, quiet())) break;
      continue;
    }
    const living = await alive();
    // Python is told once, by its own process: helpers end with it, or are dealt with further up.
    table.signal(act === 'SIGINT' ? [process] : living, act);
    // A suspended process hears of it only when it goes on.
    if (act === 'SIGINT') table.signal([process], 'SIGCONT');
    if (await isGoneWithin(leftMs)) break;
  }
  return killLeftovers(alive, table, clock, leftoverMs);
};

/** Ends what an engine left behind when it went by itself: it may hold the port, or memory of the graphics card. */
export const killFamily = (process: ProcessRef, launchId: string, table: ProcessTable, clock: Clock): Promise<boolean> =>
  killLeftovers(
    async () => (await table.family(process, launchId).catch(() => [])).filter((one) => !table.isGone(one)),
    table,
    clock,
    0,
  );

const killLeftovers = async (
  alive: () => Promise<ProcessRef[]>,
  table: ProcessTable,
  clock: Clock,
  patienceMs: number,
): Promise<boolean> => {
  let living = await alive();
  if (living.length > 0 && patienceMs > 0) {
    table.signal(living, 'SIGTERM');
    for (let waited = 0; living.length > 0 && waited < patienceMs; waited += killPauseMs) {
      await pause(clock, killPauseMs);
      living = living.filter((one) => !table.isGone(one));
    }
    living = await alive();
  }
  for (let kills = 0; living.length > 0 && kills < maxKills; kills++) {
    table.signal(living, 'SIGKILL');
    await pause(clock, killPauseMs);
    living = await alive();
  }
  return living.length === 0;
};

const keyOf = ({ pid, startTime }: ProcessRef): string => `${pid} ${startTime}`;

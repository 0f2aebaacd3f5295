import type { Clock } from '../../electron/lib/clock.ts';

export interface VirtualClock extends Clock {
  /** Lets `ms` pass timer by timer; whatever a timer sets off has come to rest before the next. */
  advance(ms: number): Promise<void>;
  /** Passes time until `isDone`; throws after `withinMs`: every wait ends. */
  until(isDone: () => boolean, withinMs?: number): Promise<void>;
  /** The machine sleeps: time has passed, and no timer ran. */
  sleep(ms: number): void;
}

/** Promises and what they set off come to rest. */
export const rest = async (): Promise<void> => {
  for (let round = 0; round < 3; round++) await new Promise((resolve) => setImmediate(resolve));
};

/** Time that passes only when a test says so. */
export const createVirtualClock = (start = 1_900_000_000_000): VirtualClock => {
  let at = 0;
  let count = 0;
  const timers = new Map<number, { due: number; act: () => void }>();
  const nextDue = (): [number, { due: number; act: () => void }] | undefined => {
    let first: [number, { due: number; act: () => void }] | undefined;
    for (const entry of timers) if (!first || entry[1].due < first[1].due) first = entry;
    return first;
  };
  const step = async (limit: number): Promise<boolean> => {
    const next = nextDue();
    if (!next || next[1].due > limit) return false;
    timers.delete(next[0]);
    at = Math.max(at, next[1].due);
    next[1].act();
    await rest();
    return true;
  };
  return {
    now: () => start + at,
    monotonic: () => at,
    after(ms, act) {
      const key = ++count;
      timers.set(key, { due: at + Math.max(0, ms), act });
      return () => void timers.delete(key);
    },
    async advance(ms) {
      const end = at + ms;
      await rest();
      while (await step(end));
      at = end;
    },
    async until(isDone, withinMs = 3_600_000) {
      const end = at + withinMs;
      await rest();
      while (!isDone()) if (!(await step(end))) throw new Error(`still waiting after ${withinMs} ms`);
    },
    sleep(ms) {
      at += ms;
    },
  };
};

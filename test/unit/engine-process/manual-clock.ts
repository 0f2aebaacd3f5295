import type { Clock } from '../../../electron/lib/clock.ts';

export interface ManualClock extends Clock {
  /** Lets `ms` pass: timers that fall due go off in order. */
  pass(ms: number): void;
  /** Timers that wait. */
  readonly waiting: number;
}

/** A clock that stands still until a test lets time pass. */
export const manualClock = (start = 1_800_000_000_000): ManualClock => {
  let at = 0;
  const timers = new Set<{ due: number; act: () => void }>();
  return {
    now: () => start + at,
    monotonic: () => at,
    after(ms, act) {
      const timer = { due: at + ms, act };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    pass(ms) {
      const end = at + ms;
      for (;;) {
        const next = [...timers].filter(({ due }) => due <= end).toSorted((a, b) => a.due - b.due)[0];
        if (!next) break;
        timers.delete(next);
        at = Math.max(at, next.due);
        next.act();
      }
      at = end;
    },
    get waiting() {
      return timers.size;
    },
  };
};

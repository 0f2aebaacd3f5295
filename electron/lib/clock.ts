/** Time, injected so that tests decide when it passes. */
export interface Clock {
  /** Wall time in ms since the epoch. May jump. */
  now(): number;
  /** Ms from an arbitrary start; never jumps back. Durations and deadlines use this one. */
  monotonic(): number;
  /** Calls `act` once after `ms`; returns the way to call it off. */
  after(ms: number, act: () => void): () => void;
}

/** Longest wait that a timer holds, 24.8 days: Node calls at once what is to wait longer. */
const longestTimerMs = 2 ** 31 - 1;

/** The machine's own clock. Timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, act) {
    const timer = setTimeout(act, Math.min(ms, longestTimerMs));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Resolves after `ms` of `clock`. */
export const pause = (clock: Clock, ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve));

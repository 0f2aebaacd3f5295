import type { Clock } from './clock.ts';

/** `act`, with what it throws given to `onFault`: nobody stands above a timer, and a throw there would end the whole host. */
export const guarded =
  (act: () => void, onFault: (error: unknown) => void): (() => void) =>
  () => {
    try {
      act();
    } catch (error) {
      onFault(error);
    }
  };

/** The same clock, whose timers end nothing but themselves. */
export const guardedClock = (clock: Clock, onFault: (error: unknown) => void): Clock => ({
  now: () => clock.now(),
  monotonic: () => clock.monotonic(),
  after: (ms, act) => clock.after(ms, guarded(act, onFault)),
});

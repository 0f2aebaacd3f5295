import { isStorageFault } from '../db/is-storage-fault.ts';
import type { Clock } from '../lib/clock.ts';

/** Longest time that a step stays unwritten. Whoever dies meanwhile asks the engine, as after any other death. */
const waitMs = 20;

/** Steps of one attempt that the engine itself can be asked again, written together: a fast prompt is taken, run and done in no time. */
export interface Steps {
  /** Writes `act` soon; it is given the time of this call. */
  add(act: (at: number) => void): void;
  /** What is still unwritten, for a transaction of the caller's; not written here any more. */
  take(): () => void;
  /** Writes what is left now. */
  write(): void;
}

/** `note` runs a transaction. Where the disk does not take it, `onRefused` hears of it, and the attempt's next step brings it along. */
export const createSteps = (clock: Clock, note: (act: () => void) => void, onRefused: (error: unknown) => void): Steps => {
  let acts: (() => void)[] = [];
  let stopTimer: (() => void) | null = null;

  const take = (): (() => void) => {
    stopTimer?.();
    stopTimer = null;
    const taken = acts;
    acts = [];
    return () => {
      for (const act of taken) act();
    };
  };
  const write = (): void => {
    if (acts.length === 0) return;
    try {
      note(take());
    } catch (error) {
      if (!isStorageFault(error)) throw error;
      onRefused(error);
    }
  };
  return {
    add(act) {
      const at = clock.now();
      acts.push(() => act(at));
      stopTimer ??= clock.after(waitMs, write);
    },
    take,
    write,
  };
};

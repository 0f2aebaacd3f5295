import { insist } from '../db/insist.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';

/** Takes in what is told of, in order. Whoever tells goes on at once, and nothing that goes wrong here reaches it. */
export interface TakeIn {
  /** `act` answers with the incident whose log is to be read, or null. What the disk does not take is taken in once there is room. */
  add(what: string, act: () => string | null): void;
  stop(): void;
}

interface TakeInDeps {
  clock: Clock;
  log: Log;
  /** Calls `act` once everything that waits for the same moment is done. */
  defer(act: () => void): void;
  onTaken(incident: string): void;
}

/** So many wait for room; a disk that is full for longer has told enough. */
const mostWaiting = 1_000;

export const createTakeIn = ({ clock, log, defer, onTaken }: TakeInDeps): TakeIn => {
  interface Told {
    what: string;
    act: () => string | null;
  }
  const waiting: Told[] = [];
  let isBusy = false;
  let isStopped = false;

  const take = ({ act }: Told): void => {
    const id = act();
    if (id !== null) onTaken(id);
  };
  const failed = (what: string, error: unknown): void => log.error(`${what} could not be written down as an incident`, { error });
  /** A death may be the end of the failure before it: none is taken in before those that came first. */
  const takeAll = async (): Promise<void> => {
    isBusy = true;
    for (let told = waiting[0]; told && !isStopped; told = waiting[0]) {
      const { what } = told;
      const now = told;
      const onRefused = (error: unknown): void => failed(`${what}, of which it is tried again,`, error);
      await insist(() => take(now), { clock, isOver: () => isStopped, onRefused }).catch((error: unknown) => failed(what, error));
      waiting.shift();
    }
    isBusy = false;
  };
  return {
    add(what, act) {
      defer(() => {
        if (isStopped) return;
        if (waiting.length >= mostWaiting) return failed(what, 'too many wait for room');
        waiting.push({ what, act });
        if (!isBusy) void takeAll();
      });
    },
    stop() {
      isStopped = true;
    },
  };
};

import { AppError } from '../../shared/app-error.ts';
import type { Clock } from '../lib/clock.ts';
import { createLogThread, type LogOrder } from './log-thread.ts';

/** One that never ends holds up nobody but itself; two of them leave nobody waiting for longer than one takes to be ended. */
const lanesAtMost = 2;
/** What took too long over a log is not tried again over it so soon: a page that follows the log asks with each new line. */
const slowForMs = 60_000;

/** Searches by regular expressions, of which nobody knows how long they take. */
export interface PatternWork {
  /** `search` names the expression and the log: what was too slow once is refused at once for a while. */
  ask(order: LogOrder, search: string): Promise<unknown>;
  forget(file: string): void;
  close(): Promise<void>;
}

interface Waiting {
  order: LogOrder;
  search: string;
  resolve(value: Promise<unknown>): void;
  reject(error: unknown): void;
}

/** The newest question is the one that somebody still looks at: it goes first. */
export const createPatternWork = (program: string, clock: Clock): PatternWork => {
  /** `search`: what is looked for there, or was last: what it found is remembered there. */
  const lanes = Array.from({ length: lanesAtMost }, () => ({ thread: createLogThread(program, clock), search: '' }));
  const waiting: Waiting[] = [];
  /** Until when (monotonic ms). */
  const slow = new Map<string, number>();

  const isSlow = (search: string): boolean => {
    const now = clock.monotonic();
    for (const [other, until] of slow) if (until <= now) slow.delete(other);
    return slow.has(search);
  };
  const run = async ({ thread }: (typeof lanes)[number], { order, search }: Waiting): Promise<unknown> => {
    try {
      return await thread.ask(order);
    } catch (error) {
      if (error instanceof AppError && error.key === 'logPatternSlow') slow.set(search, clock.monotonic() + slowForMs);
      throw error;
    } finally {
      next();
    }
  };
  const next = (): void => {
    for (let at = waiting.length - 1; at >= 0; at--) {
      const one = waiting[at];
      // More of the same waits for its lane: it is answered there in no time, or refused with the first.
      const lane = lanes.find(({ search }) => search === one?.search) ?? lanes.find(({ thread }) => thread.open === 0);
      if (!one || !lane || lane.thread.open > 0) continue;
      waiting.splice(at, 1);
      if (isSlow(one.search)) {
        one.reject(new AppError('invalid-input', 'logPatternSlow'));
      } else {
        lane.search = one.search;
        one.resolve(run(lane, one));
      }
    }
  };

  return {
    ask: (order, search) =>
      new Promise((resolve, reject) => {
        waiting.push({ order, search, resolve, reject });
        next();
      }),
    forget(file) {
      for (const { thread } of lanes) thread.forget(file);
    },
    async close() {
      for (const { reject } of waiting.splice(0)) reject(new AppError('disconnected', 'internal'));
      await Promise.all(lanes.map(({ thread }) => thread.close()));
    },
  };
};

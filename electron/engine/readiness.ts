import { type Clock, pause } from '../lib/clock.ts';
import type { EngineStats } from './client-types.ts';
import { wordAfter } from './flag-words.ts';
import type { LaunchPlan } from './launch.ts';

/** A refused connection costs next to nothing; who waits for an engine counts moments. */
const askEveryMs = 50;

/**
 * Whether these are the arguments that `plan` was started with. The port alone would fit a stranger who took it meanwhile, so the
 * folders that only this engine has are looked for too. Pure.
 */
export const isOurs = (argv: readonly string[], { flagWords }: Pick<LaunchPlan, 'flagWords'>): boolean =>
  ['--port', '--base-directory', '--temp-directory', '--database-url'].every((flag) => {
    const wanted = wordAfter(flagWords, flag);
    return wanted === undefined || wordAfter(argv, flag) === wanted;
  });

export interface Readiness {
  /** Asks at once instead of at the next turn. */
  hurry(): void;
  /** Resolves with the first answer of ours; null when it was called off. */
  readonly answer: Promise<EngineStats | null>;
  /** Whether what answered last was somebody else. */
  readonly isStranger: boolean;
  stop(): void;
}

/** Asks until the engine answers: everything expensive happens before it listens, so the first answer means that it is ready. */
export const awaitReadiness = (
  plan: Pick<LaunchPlan, 'flagWords'>,
  probe: () => Promise<EngineStats>,
  clock: Clock,
): Readiness => {
  let isOver = false;
  let isStranger = false;
  let wake = (): void => {};
  const turn = (): Promise<void> => Promise.race([pause(clock, askEveryMs), new Promise<void>((resolve) => (wake = resolve))]);
  const ask = async (): Promise<EngineStats | null> => {
    while (!isOver) {
      const stats = await probe().catch(() => null);
      if (isOver) break;
      isStranger = stats !== null && !isOurs(stats.argv, plan);
      if (stats && !isStranger) return stats;
      await turn();
    }
    return null;
  };
  return {
    answer: ask(),
    hurry: () => wake(),
    get isStranger() {
      return isStranger;
    },
    stop() {
      isOver = true;
      wake();
    },
  };
};

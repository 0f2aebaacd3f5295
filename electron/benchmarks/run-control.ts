import type { Problem } from '../../shared/engine.ts';

/** Thrown through a run that is to end now. */
export class Ended extends Error {}

/** Why a run ends before its time. */
interface RunEnd {
  state: 'partial' | 'refused';
  why: Problem;
}

/** Says whether a run goes on, to everything that it consists of. */
export interface RunControl {
  /** The first reason counts; null: none yet. */
  readonly ended: RunEnd | null;
  /** This host lets go of it as it is. */
  readonly isLeft: boolean;
  end(state: RunEnd['state'], why: Problem): void;
  leave(): void;
  /** Throws Ended where it does not go on. */
  mustGoOn(): void;
  /** Calls once it is to end, or at once where it is. Returns the way to call it off. */
  onEnd(act: () => void): () => void;
}

export const createRunControl = (): RunControl => {
  const acts = new Set<() => void>();
  let ended: RunEnd | null = null;
  let isLeft = false;
  const wake = (): void => {
    for (const act of [...acts]) act();
  };
  return {
    get ended() {
      return ended;
    },
    get isLeft() {
      return isLeft;
    },
    end(state, why) {
      ended ??= { state, why };
      wake();
    },
    leave() {
      isLeft = true;
      wake();
    },
    mustGoOn() {
      if (ended || isLeft) throw new Ended();
    },
    onEnd(act) {
      acts.add(act);
      if (ended || isLeft) act();
      return () => void acts.delete(act);
    },
  };
};

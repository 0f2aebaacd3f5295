import type { Engine, EngineState } from '../../shared/engine.ts';

/** Waits for an engine to come to rest. */
export interface Rest {
  /** Resolves with the engine as it is then: `ready`, `failed` or `stopped`; at once where it is so now. */
  come(): Promise<Engine>;
  /** Its state is another. */
  changed(): void;
}

const restStates: ReadonlySet<EngineState> = new Set(['ready', 'failed', 'stopped']);

export const createRest = (view: () => Engine): Rest => {
  const waiting = new Set<() => void>();
  const isThere = (): boolean => restStates.has(view().state);
  return {
    come: () =>
      new Promise((resolve) => {
        const done = (): void => {
          waiting.delete(done);
          resolve(view());
        };
        if (isThere()) done();
        else waiting.add(done);
      }),
    changed() {
      if (isThere()) for (const done of [...waiting]) done();
    },
  };
};

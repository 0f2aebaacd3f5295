import { hearthStore } from './hearth.ts';

/**
 * Calls `load` now, if the host has already answered, and again after every later snapshot: that is when lists of one's own may
 * have missed events. `isCurrent` tells an answer that is still wanted from one that came too late. Returns the way to stop.
 */
export function eachSnapshot(load: (isCurrent: () => boolean) => void): () => void {
  let round = 0;
  const run = (): void => {
    const mine = ++round;
    load(() => mine === round);
  };
  const stop = hearthStore.subscribe((state, before) => {
    if (state.snapshots !== before.snapshots) run();
  });
  if (hearthStore.getState().snapshots > 0) run();
  return () => {
    round++;
    stop();
  };
}

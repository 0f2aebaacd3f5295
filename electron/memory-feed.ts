import type { EventHub } from '../shared/rpc.ts';
import type { Engines } from './engine/engines.ts';
import type { Clock } from './lib/clock.ts';

const everyMs = 3_000;

/** Where nobody listens, so many rounds pass between two questions: what was true before a death is worth knowing. */
const idleRounds = 5;

/**
 * Tells the memory of each ready engine every few seconds, and with `isAlways` now and then while nobody listens. Returns the way to
 * stop. An engine that
 * does not answer is left out until it does: whether it lives is for others to judge.
 */
export function startMemoryFeed(
  engines: Pick<Engines, 'lanes' | 'memory'>,
  hub: Pick<EventHub, 'emit' | 'clients'>,
  clock: Clock,
  isAlways = false,
): () => void {
  const asking = new Set<string>();
  let callOff = (): void => {};
  const ask = async (id: string): Promise<void> => {
    if (asking.has(id)) return;
    asking.add(id);
    try {
      hub.emit('engine.memory', await engines.memory(id));
    } catch {
      // Nothing to tell this time.
    } finally {
      asking.delete(id);
    }
  };
  let rounds = 0;
  const round = (): void => {
    const isDue = hub.clients > 0 || (isAlways && rounds % idleRounds === 0);
    rounds++;
    if (isDue) for (const { engineId } of engines.lanes()) void ask(engineId);
    callOff = clock.after(everyMs, round);
  };
  round();
  return () => callOff();
}

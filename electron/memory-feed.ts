import type { EventHub } from '../shared/rpc.ts';
import type { Engines } from './engine/engines.ts';
import type { Clock } from './lib/clock.ts';

const everyMs = 3_000;

/**
 * Tells the memory of each ready engine every few seconds, as long as somebody listens. Returns the way to stop. An engine that
 * does not answer is left out until it does: whether it lives is for others to judge.
 */
export function startMemoryFeed(engines: Pick<Engines, 'lanes' | 'memory'>, hub: EventHub, clock: Clock): () => void {
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
  const round = (): void => {
    if (hub.clients > 0) for (const { engineId } of engines.lanes()) void ask(engineId);
    callOff = clock.after(everyMs, round);
  };
  round();
  return () => callOff();
}

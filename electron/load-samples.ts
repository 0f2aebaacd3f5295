import type { EngineMemory } from '../shared/engine.ts';
import type { EngineLoad } from '../shared/engine-load.ts';
import type { EventHub, EventName, Payload } from '../shared/rpc.ts';

/** Remembers the last readings that went through: what was true before an engine's end. */
export interface LoadSamples {
  readonly clients: number;
  emit: EventHub['emit'];
  /** Of one engine, oldest first. */
  of(engine: string): { memory: EngineMemory[]; load: EngineLoad[] };
}

/** A few minutes of each kind. */
const keptReadings = 40;

/** Stands between a feed and the hub. `onMemory` hears of every reading of memory. */
export const createLoadSamples = (
  hub: Pick<EventHub, 'emit' | 'clients'>,
  onMemory: (reading: EngineMemory) => void = () => {},
): LoadSamples => {
  const memory = new Map<string, EngineMemory[]>();
  const load = new Map<string, EngineLoad[]>();
  const keep = <T extends { engine: string }>(kept: Map<string, T[]>, reading: T): void =>
    void kept.set(reading.engine, [...(kept.get(reading.engine) ?? []), reading].slice(-keptReadings));
  return {
    get clients() {
      return hub.clients;
    },
    emit<K extends EventName>(name: K, payload: Payload<K>) {
      // The name tells which of the two it is, which the types cannot.
      if (name === 'engine.memory') {
        keep(memory, payload as EngineMemory);
        onMemory(payload as EngineMemory);
      } else if (name === 'engine.load') keep(load, payload as EngineLoad);
      hub.emit(name, payload);
    },
    of: (engine) => ({ memory: memory.get(engine) ?? [], load: load.get(engine) ?? [] }),
  };
};

import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { Readiness } from '../../shared/template.ts';
import { api } from '../api.ts';
import { type HearthState, hearthStore } from './hearth.ts';
import { createLive } from './live.ts';

/** What each engine has and lacks, by template id; a template that is not listed was not asked about yet. */
export type ReadinessTable = Readonly<Record<string, readonly Readiness[]>>;

/** Engines that could answer, with the launch they run: a new launch may know other nodes and models. */
const answering = (state: HearthState): string =>
  Object.values(state.engines)
    .filter((engine) => engine.state === 'ready')
    .map((engine) => `${engine.id} ${engine.launchId ?? engine.since}`)
    .join('\n');

/** Readiness of every template, asked again when templates or running engines change. */
const readinessStore: StoreApi<ReadinessTable> = createLive<ReadinessTable>({}, (store) => {
  let round = 0;
  const ask = async (id: string, mine: number): Promise<void> => {
    try {
      const { readiness } = await api.call('templates.readiness', { id });
      if (mine === round) store.setState({ [id]: readiness });
    } catch {
      // Nothing is known about it then, and the form says so; the next change asks again.
    }
  };
  const askAll = (): void => {
    const mine = ++round;
    for (const id of hearthStore.getState().templateOrder) void ask(id, mine);
  };
  const stop = hearthStore.subscribe((state, before) => {
    const isOther = state.templates !== before.templates;
    if (isOther || (state.engines !== before.engines && answering(state) !== answering(before))) askAll();
  });
  askAll();
  return () => {
    round++;
    stop();
  };
});

/** Reads what the engines have and lack, and keeps it fresh while it is read. */
export const useReadinessTable = (): ReadinessTable => useStore(readinessStore, (table) => table);

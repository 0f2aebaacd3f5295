import { hearthStore } from './hearth.ts';

/** Resolves as soon as there is a connection to the host, at once where there is one. */
export function whenConnected(): Promise<void> {
  if (hearthStore.getState().connection === 'open') return Promise.resolve();
  return new Promise((resolve) => {
    const stop = hearthStore.subscribe(({ connection }) => {
      if (connection !== 'open') return;
      stop();
      resolve();
    });
  });
}

import { createStore, type StoreApi } from 'zustand/vanilla';

/**
 * A store that works only while somebody watches it: `start` begins with the first subscriber and its stop is called after the
 * last has left. What it held stays, so that a screen paints at once when a person comes back to it.
 */
export function createLive<T>(initial: T, start: (store: StoreApi<T>) => () => void): StoreApi<T> {
  const store = createStore<T>(() => initial);
  let watchers = 0;
  let stop: (() => void) | null = null;
  return {
    ...store,
    subscribe(listener) {
      const leave = store.subscribe(listener);
      watchers++;
      stop ??= start(store);
      return () => {
        leave();
        watchers--;
        // A screen that hands over to the next one leaves and comes back within one task.
        queueMicrotask(() => {
          if (watchers > 0 || !stop) return;
          stop();
          stop = null;
        });
      };
    },
  };
}

import type { Port } from '../../shared/rpc.ts';

type Listener = (message: unknown) => void;

/** Two ends of a pipe in memory. What passes is cloned and arrives later, as over any real pipe. */
export function portPair(): { near: Port; far: Port; close(): void } {
  const closed = new Set<() => void>();
  const nearListeners = new Set<Listener>();
  const farListeners = new Set<Listener>();
  let isClosed = false;
  const port = (mine: Set<Listener>, other: Set<Listener>): Port => ({
    post(message) {
      const copy: unknown = structuredClone(message);
      queueMicrotask(() => {
        if (!isClosed) for (const listener of other) listener(copy);
      });
    },
    onMessage(listener) {
      mine.add(listener);
      return () => void mine.delete(listener);
    },
    onClose(listener) {
      closed.add(listener);
      return () => void closed.delete(listener);
    },
  });
  return {
    near: port(nearListeners, farListeners),
    far: port(farListeners, nearListeners),
    close() {
      isClosed = true;
      for (const listener of [...closed]) listener();
    },
  };
}

import { AppError } from '../shared/app-error.ts';
import { contract } from '../shared/contract.ts';
import {
  type CallName,
  type Client,
  connect,
  type EventName,
  type Input,
  type Output,
  type Payload,
  type Port,
} from '../shared/rpc.ts';

export type Connection = 'connecting' | 'open' | 'lost';
type EventListener = (payload: never, seq: number) => void;

/** The renderer's one way to the host. It outlives connections: listeners stay, calls go over the connection of the moment. */
export interface Api {
  /** Rejects with an AppError; `disconnected` while there is no connection. */
  call<K extends CallName>(name: K, input: Input<K>): Promise<Output<K>>;
  /** Returns the way to stop listening. */
  on<K extends EventName>(name: K, listener: (payload: Payload<K>, seq: number) => void): () => void;
  /** Number of every event, after its listeners; also of events that could not be read. */
  onSeq(listener: (seq: number) => void): () => void;
  onConnection(listener: (connection: Connection) => void): () => void;
  /** Connects, and connects again whenever the pipe closes. Returns the way to end that. */
  start(open: () => Promise<Port>): () => void;
}

const firstDelayMs = 250;
const longestDelayMs = 5_000;

/** Waits before the `count`th try in a row: 250 ms doubling to 5 s, so that a host that is gone is not hammered. Pure. */
export const reconnectDelayMs = (count: number): number => Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(count, 10));

export function createApi(): Api {
  const listeners = new Map<EventName, Set<EventListener>>();
  const seqListeners = new Set<(seq: number) => void>();
  const connectionListeners = new Set<(connection: Connection) => void>();
  let client: Client | null = null;

  const tell = (connection: Connection): void => {
    for (const listener of connectionListeners) listener(connection);
  };
  const forward = (next: Client): void => {
    // Object.keys widens; these are the contract's own event names.
    for (const name of Object.keys(contract.events) as EventName[])
      next.on(name, (payload, seq) => {
        for (const listener of listeners.get(name) ?? []) listener(payload as never, seq);
      });
    next.onSeq((seq) => {
      for (const listener of seqListeners) listener(seq);
    });
  };

  return {
    call: (name, input) => (client ? client.call(name, input) : Promise.reject(new AppError('disconnected', 'disconnected'))),
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener as EventListener));
      return () => void set.delete(listener as EventListener);
    },
    onSeq(listener) {
      seqListeners.add(listener);
      return () => void seqListeners.delete(listener);
    },
    onConnection(listener) {
      connectionListeners.add(listener);
      return () => void connectionListeners.delete(listener);
    },
    start(open) {
      let isStopped = false;
      let failures = 0;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const again = (): void => {
        client = null;
        if (isStopped) return;
        tell('lost');
        timer = setTimeout(() => void attempt(), reconnectDelayMs(failures++));
      };
      const attempt = async (): Promise<void> => {
        let port: Port;
        try {
          port = await open();
        } catch {
          return again();
        }
        if (isStopped) return;
        failures = 0;
        client = connect(port);
        forward(client);
        port.onClose(again);
        tell('open');
      };
      tell('connecting');
      void attempt();
      return () => {
        isStopped = true;
        client = null;
        clearTimeout(timer);
      };
    },
  };
}

export const api: Api = createApi();

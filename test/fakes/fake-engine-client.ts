import { type EngineClient, type EngineMessage, EngineUnreachable } from '../../electron/engine/client-types.ts';
import { demoClasses, type FakeProcess } from './fake-engine-process.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** What happens to the next POST of a prompt. */
export type SubmitFate =
  /** Never arrives. */
  | 'lostBefore'
  /** Arrives; the answer does not. */
  | 'lostAfter'
  /** Is given up by the client and arrives a little later. */
  | 'late'
  /** Arrives after a long time, and is answered then. */
  | 'slow';

export interface FakeClient extends EngineClient {
  nextSubmit: SubmitFate | null;
  isReachable: boolean;
  setSocket(isOpen: boolean): void;
  /** Calls made, by name. */
  readonly calls: Map<string, number>;
  objectInfoAnswer: typeof demoClasses;
  readonly uploads: { name: string; subfolder: string; bytes: Uint8Array }[];
}

const tripMs = 1;
const lateMs = 1_500;
const slowMs = 8_000;

/**
 * A host's client of a fake process. Requests take a millisecond each way. `isDead` is the host's own death: nothing reaches it any
 * more, but what it had sent still arrives.
 */
export const createFakeClient = (process: FakeProcess, clock: VirtualClock, isDead: () => boolean): FakeClient => {
  const listeners = new Set<(message: EngineMessage) => void>();
  const calls = new Map<string, number>();
  let isOpen = !process.isSocketLate;
  const tell = (message: EngineMessage): void => {
    if (!isDead()) for (const listener of listeners) listener(message);
  };
  const hear = (message: EngineMessage): void => {
    if (isOpen) tell(message);
  };
  process.listener = hear;

  /** There and back; `act` is done at the engine. */
  const ask = <T>(name: string, act: () => T): Promise<T> => {
    calls.set(name, (calls.get(name) ?? 0) + 1);
    return new Promise((resolve, reject) => {
      if (isDead()) return;
      const fail = (): void => {
        if (!isDead()) reject(new EngineUnreachable(`${name}: no answer`));
      };
      clock.after(tripMs, () => {
        if (!client.isReachable || !process.isAlive) return fail();
        const answer = act();
        clock.after(tripMs, () => {
          if (isDead()) return;
          if (client.isReachable && process.isAlive) resolve(answer);
          else fail();
        });
      });
    });
  };

  const client: FakeClient = {
    url: 'http://fake',
    clientId: process.launchId,
    nextSubmit: null,
    isReachable: true,
    calls,
    objectInfoAnswer: demoClasses,
    uploads: [],
    get isSocketOpen() {
      return isOpen;
    },
    setSocket(next) {
      isOpen = next;
      tell({ type: 'socket', isOpen: next });
    },
    submit({ promptId }) {
      const fate = client.nextSubmit;
      client.nextSubmit = null;
      if (fate === null) return ask('submit', () => process.submit(promptId));
      if (fate === 'slow')
        return new Promise((resolve) => {
          clock.after(slowMs, () => {
            const answer = process.submit(promptId);
            if (!isDead()) resolve(answer);
          });
        });
      calls.set('submit', (calls.get('submit') ?? 0) + 1);
      return new Promise((_resolve, reject) => {
        const fail = (): void => {
          if (!isDead()) reject(new EngineUnreachable('submit: no answer'));
        };
        if (fate === 'late') clock.after(lateMs, () => process.isAlive && process.submit(promptId));
        clock.after(tripMs, () => {
          if (fate === 'lostAfter' && process.isAlive) process.submit(promptId);
          clock.after(tripMs, fail);
        });
      });
    },
    history: (id) => ask('history', () => process.history(id)),
    queue: () =>
      ask('queue', () => ({ running: process.running === null ? [] : [process.running], pending: [...process.pending] })),
    interrupt: (id) => ask('interrupt', () => process.interrupt(id)),
    forget: (id) => ask('forget', () => process.forget(id)),
    free: () => ask('free', () => {}),
    stats: () => Promise.reject(new Error('the queue asks for no stats')),
    objectInfo: (isFresh) => ask(isFresh ? 'objectInfoFresh' : 'objectInfo', () => client.objectInfoAnswer),
    upload: (bytes, name, subfolder) =>
      ask('upload', () => {
        client.uploads.push({ name, subfolder, bytes });
        return `${subfolder}/${name}`;
      }),
    view: () => Promise.reject(new Error('the fake store reads the fake disk')),
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => Promise.resolve(),
  };
  return client;
};

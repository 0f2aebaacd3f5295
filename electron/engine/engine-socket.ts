import { WebSocket } from 'ws';
import type { Clock } from '../lib/clock.ts';
import { networkFault } from './network-fault.ts';

export interface EngineSocketOptions {
  /** `http://…` or `https://…` of the engine. */
  url: string;
  clientId: string;
  clock: Clock;
  /** One round trip over HTTP: resolves if the engine answers, rejects if not. */
  roundTrip: () => Promise<void>;
  onText: (text: string) => void;
  onBinary: (bytes: Uint8Array) => void;
  /** Messages arrive, or no longer do. */
  onOpenChange: (isOpen: boolean) => void;
  log: (line: string) => void;
}

export interface EngineSocket {
  readonly isOpen: boolean;
  /** The engine owes a message for something it just accepted; if none comes, the connection is made anew. */
  expectMessage(): void;
  close(): Promise<void>;
}

/** How often the engine is pinged; after two pings without any sign of life the socket counts as silent (8 to 12 s). */
const pingMs = 4_000;
const silentPings = 2;
/** Without any sign of life over HTTP either the socket is kept: a busy engine wakes up on it. Then it is given up. */
const hopelessPings = 15;
const expectedMessageMs = 10_000;
const firstMessageMs = 15_000;
const closeMs = 1_000;
/** How long a connection must hold before the pause to the next try starts small again. */
const stableMs = 10_000;
const [firstPauseMs, lastPauseMs] = [250, 10_000];

/** Ms to wait before try number `failures` + 1: doubles up to a limit, and spreads by a quarter so that many do not come at once. Pure. */
export const reconnectPauseMs = (failures: number, random: number): number =>
  Math.min(lastPauseMs, firstPauseMs * 2 ** failures) * (0.75 + random / 2);

/**
 * Keeps a WebSocket to the engine, with one client id for its whole life.
 *
 * ```
 * waiting ──pause over──► round trip over HTTP ──answered──► connecting ──first message──► open ⇄ silent
 *    ▲                          │ failed                          │ failed, or none came     │      │
 *    └──────────────────────────┴─────────────────────────────────┴───────── closed ◄────────┴──────┘
 * ```
 *
 * ComfyUI sends a prompt's messages to the client id it was submitted under, so only the same id brings live progress back. But when
 * two sockets have carried one id, the end of the older one takes the id away from the newer, which then stays open and hears nothing.
 * So the old socket must be closed, and the engine must have noticed: its one event loop handles the close before it answers a request
 * sent later, therefore the round trip in front of each connection. Where that does not hold (a dead link whose end the engine
 * notices minutes later), `expectMessage` finds out.
 */
export const openEngineSocket = (options: EngineSocketOptions): EngineSocket => {
  const { clock, log } = options;
  const address = `${options.url.replace(/^http/, 'ws')}/ws?clientId=${encodeURIComponent(options.clientId)}`;
  let socket: WebSocket | null = null;
  let isOpen = false;
  let isClosed = false;
  let failures = 0;
  /** When its first message came; null before. */
  let openedAt: number | null = null;
  let messages = 0;
  let lastReason = '';
  let stopTimer: () => void = () => {};
  let stopExpecting: () => void = () => {};

  const setOpen = (next: boolean): void => {
    if (isOpen === next) return;
    isOpen = next;
    if (!isClosed) options.onOpenChange(next);
  };

  const complain = (reason: string): void => {
    // Each reason once: a machine that is off for a night fills no log.
    if (reason !== lastReason) log(`engine socket: ${reason}`);
    lastReason = reason;
  };

  const tryLater = (): void => {
    if (isClosed) return;
    stopTimer = clock.after(reconnectPauseMs(failures++, Math.random()), () => void connect());
  };

  const connect = async (): Promise<void> => {
    try {
      await options.roundTrip();
    } catch (error) {
      complain(networkFault(error).reason);
      return tryLater();
    }
    if (!isClosed) attach();
  };

  const attach = (): void => {
    const own = new WebSocket(address, {
      perMessageDeflate: false,
      // Tensors as text in errors, and full-size pictures, come in one frame.
      maxPayload: 1024 * 1024 * 1024,
      handshakeTimeout: firstMessageMs,
      // One broken character must not end the connection.
      skipUTF8Validation: true,
    });
    socket = own;
    stopTimer = clock.after(firstMessageMs, () => own.terminate());
    own.on('open', () => own.send(JSON.stringify({ type: 'feature_flags', data: { supports_preview_metadata: true } })));
    let isAlive = true;
    let isAsking = false;
    const sign = (): void => {
      isAlive = true;
      // Silent before, and awake again.
      if (openedAt !== null && own === socket) setOpen(true);
    };
    const watch = (missed: number): void => {
      stopTimer = clock.after(pingMs, () => {
        const silence = isAlive ? 0 : missed + 1;
        isAlive = false;
        own.ping();
        if (silence >= silentPings) {
          setOpen(false);
          if (silence >= hopelessPings) return own.terminate();
          ask();
        }
        watch(silence);
      });
    };
    /** HTTP answers while the socket does not: the socket is at fault. Both silent: the engine is busy. */
    const ask = (): void => {
      if (isAsking) return;
      isAsking = true;
      options
        .roundTrip()
        .then(
          () => !isAlive && own.terminate(),
          () => {},
        )
        .finally(() => {
          isAsking = false;
        });
    };
    own.on('pong', sign);
    own.on('message', (data, isBinary) => {
      messages++;
      if (openedAt === null) {
        stopTimer();
        openedAt = clock.monotonic();
        lastReason = '';
        watch(0);
      }
      sign();
      // `ws` hands over Buffers unless told otherwise.
      const bytes = data as Buffer;
      if (isBinary) options.onBinary(bytes);
      else options.onText(bytes.toString('utf8'));
    });
    own.on('error', (error) => complain(networkFault(error).reason));
    own.on('close', () => {
      stopTimer();
      stopExpecting();
      socket = null;
      if (openedAt !== null && clock.monotonic() - openedAt >= stableMs) failures = 0;
      openedAt = null;
      setOpen(false);
      tryLater();
    });
  };

  void connect();

  return {
    get isOpen() {
      return isOpen;
    },
    expectMessage() {
      const own = socket;
      const before = messages;
      if (!own || !isOpen) return;
      stopExpecting();
      stopExpecting = clock.after(expectedMessageMs, () => {
        if (messages !== before || !isOpen) return;
        complain('open, but it hears nothing; connecting anew');
        own.terminate();
      });
    },
    async close() {
      isClosed = true;
      isOpen = false;
      stopTimer();
      const own = socket;
      if (!own) return;
      await new Promise<void>((resolve) => {
        own.once('close', resolve);
        const stop = clock.after(closeMs, () => own.terminate());
        own.once('close', stop);
        own.close(1000);
      });
    },
  };
};

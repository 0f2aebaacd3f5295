import { z } from 'zod';
import { AppError, WireError } from './app-error.ts';
import { contract } from './contract.ts';

type Calls = typeof contract.queries & typeof contract.commands;
type Events = typeof contract.events;
export type CallName = keyof Calls;
export type EventName = keyof Events;
export type Input<K extends CallName> = z.input<Calls[K]['input']>;
type Parsed<K extends CallName> = z.output<Calls[K]['input']>;
export type Output<K extends CallName> = z.output<Calls[K]['output']>;
export type Payload<K extends EventName> = z.output<Events[K]>;

/** What the services must provide: one function per call, already holding parsed input. */
export type Handlers = { [K in CallName]: (input: Parsed<K>) => Promise<Output<K>> | Output<K> };

/** One end of a message pipe, good for exactly one connection. IPC, WebSocket and the in-memory pair all fit. */
export interface Port {
  /** Never throws; a message to a closed port is dropped. */
  post(message: unknown): void;
  /** Returns the way to stop listening. */
  onMessage(listener: (message: unknown) => void): () => void;
  onClose(listener: () => void): () => void;
}

/** Hears of errors that nobody outside may see in full: for the log. `where` is the call's or event's name. */
export type OnInternal = (where: string, error: unknown) => void;

const Request = z.object({ kind: z.literal('call'), id: z.int(), name: z.string(), input: z.unknown() });
/** What must be readable for an answer to be possible at all. */
const Answerable = z.object({ kind: z.literal('call'), id: z.int() });
const Reply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('result'), id: z.int(), output: z.unknown() }),
  WireError.extend({ kind: z.literal('error'), id: z.int() }),
  z.object({ kind: z.literal('event'), seq: z.int(), name: z.string(), payload: z.unknown() }),
]);

// Looked up by received names, so Maps: property access would find `constructor` and `__proto__`.
const calls = new Map<string, { input: z.ZodType; output: z.ZodType }>([
  ...Object.entries(contract.queries),
  ...Object.entries(contract.commands),
]);
const events = new Map<string, z.ZodType>(Object.entries(contract.events));

/** Numbers and fans out events; every connected port sees the same sequence. */
export class EventHub {
  #seq = 0;
  readonly #sinks = new Set<(message: unknown) => void>();
  #clients = 0;
  readonly #onInternal: OnInternal;
  constructor(onInternal: OnInternal) {
    this.#onInternal = onInternal;
  }
  /** Number of the last event told. */
  get seq(): number {
    return this.#seq;
  }
  /** How many clients listen now; parts of the host that do are none. */
  get clients(): number {
    return this.#clients;
  }
  /**
   * Tells everyone of something already committed. Never throws: a payload that breaks the contract is reported and not sent,
   * but its number is used up, so that clients notice the gap and take a fresh snapshot. A listener that throws is reported, and the
   * others hear of it all the same.
   */
  emit<K extends EventName>(name: K, payload: Payload<K>): void {
    const seq = ++this.#seq;
    const parsed = contract.events[name].safeParse(payload);
    if (!parsed.success) {
      this.#onInternal(name, parsed.error);
      return;
    }
    for (const sink of this.#sinks) {
      try {
        sink({ kind: 'event', seq, name, payload: parsed.data });
      } catch (error) {
        this.#onInternal(name, error);
      }
    }
  }
  attach(sink: (message: unknown) => void): () => void {
    this.#sinks.add(sink);
    return () => void this.#sinks.delete(sink);
  }
  /** As `attach`, for somebody outside. */
  attachClient(sink: (message: unknown) => void): () => void {
    const detach = this.attach(sink);
    this.#clients++;
    return () => {
      if (!this.#sinks.has(sink)) return;
      this.#clients--;
      detach();
    };
  }
}

/** Answers calls that arrive on `port` and forwards events to it, until it closes or the returned function is called. */
export function serve(handlers: Handlers, hub: EventHub, port: Port, onInternal: OnInternal): () => void {
  const table = new Map<string, (input: never) => unknown>(Object.entries(handlers));
  let isOpen = true;
  const reply = (message: unknown): void => {
    if (isOpen) port.post(message);
  };
  const detach = hub.attachClient(reply);
  const stop = port.onMessage((raw) => void answer(raw));
  const end = (): void => {
    isOpen = false;
    detach();
    stop();
  };
  port.onClose(end);
  return end;

  async function answer(raw: unknown): Promise<void> {
    const answerable = Answerable.safeParse(raw);
    if (!answerable.success) return; // without an id there is nobody to answer
    const { id } = answerable.data;
    const request = Request.safeParse(raw);
    const name = request.success ? request.data.name : '?';
    try {
      if (!request.success) throw invalid(name, request.error);
      const call = calls.get(name);
      const handler = table.get(name);
      if (!call || !handler) throw new AppError('unknown-call', 'unknownCall', { name: name.slice(0, 100) });
      const input = call.input.safeParse(request.data.input);
      if (!input.success) throw invalid(name, input.error);
      // `never`: the table pairs each name with its own handler, which the look-up by text cannot express.
      const output = call.output.safeParse(await handler(input.data as never));
      if (!output.success) throw new Error(`the answer breaks the contract: ${z.prettifyError(output.error)}`);
      reply({ kind: 'result', id, output: output.data });
    } catch (error) {
      const known = error instanceof AppError ? error : new AppError('internal', 'internal');
      if (known !== error) onInternal(name, error);
      reply({ kind: 'error', id, ...known.toWire() });
    }
  }
}

const invalid = (name: string, error: z.ZodError): AppError =>
  new AppError('invalid-input', 'invalidInput', { name, detail: z.prettifyError(error) });

export interface Client {
  /** Rejects with an AppError; `disconnected` when the port closes first. */
  call<K extends CallName>(name: K, input: Input<K>): Promise<Output<K>>;
  on<K extends EventName>(name: K, listener: (payload: Payload<K>, seq: number) => void): () => void;
  /** Every event's number, for noticing a gap. */
  onSeq(listener: (seq: number) => void): () => void;
}

interface Waiting {
  output: z.ZodType;
  resolve: (value: never) => void;
  reject: (error: AppError) => void;
}

/** The calling side of a port. Ids start at a random number, so that a reply meant for an earlier page is not taken for ours. */
export function connect(port: Port): Client {
  let nextId = Math.floor(Math.random() * 2 ** 40);
  let isClosed = false;
  const pending = new Map<number, Waiting>();
  const listeners = new Map<string, Set<(payload: never, seq: number) => void>>();
  const seqListeners = new Set<(seq: number) => void>();

  port.onMessage((raw) => {
    const reply = Reply.safeParse(raw);
    if (!reply.success) return;
    const message = reply.data;
    if (message.kind === 'event') {
      const payload = events.get(message.name)?.safeParse(message.payload);
      // `never`: the schema found under this name is the one its listeners were typed by.
      if (payload?.success) for (const notify of listeners.get(message.name) ?? []) notify(payload.data as never, message.seq);
      for (const notify of seqListeners) notify(message.seq);
      return;
    }
    const waiting = pending.get(message.id);
    if (!waiting) return;
    pending.delete(message.id);
    if (message.kind === 'error') return waiting.reject(AppError.fromWire(message));
    const output = waiting.output.safeParse(message.output);
    // `never`: the schema is the one of the call that this promise was typed by.
    if (output.success) waiting.resolve(output.data as never);
    else waiting.reject(new AppError('internal', 'unreadableAnswer', {}, { cause: output.error }));
  });
  port.onClose(() => {
    isClosed = true;
    for (const waiting of pending.values()) waiting.reject(new AppError('disconnected', 'disconnected'));
    pending.clear();
  });

  return {
    call: (name, input) =>
      new Promise((resolve, reject) => {
        const output = calls.get(name)?.output;
        if (!output) return reject(new AppError('unknown-call', 'unknownCall', { name }));
        if (isClosed) return reject(new AppError('disconnected', 'disconnected'));
        const id = ++nextId;
        pending.set(id, { output, resolve, reject });
        port.post({ kind: 'call', id, name, input });
      }),
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      // `never`: kept beside others; called only with the payload of its own name.
      listeners.set(name, set.add(listener as never));
      return () => void set.delete(listener as never);
    },
    onSeq(listener) {
      seqListeners.add(listener);
      return () => void seqListeners.delete(listener);
    },
  };
}

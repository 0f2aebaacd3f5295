import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';

/** A graph in ComfyUI's API form. */
export type Graph = Record<string, { class_type: string; inputs: Record<string, unknown>; _meta?: { title: string } }>;

export interface Answer {
  status: number;
  type: string | null;
  text: string;
  /** The body as JSON, undefined if it is none. Loosely typed: assertions say what must be in it. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
  json: any;
}

/** Asks with a body of text as it is, or of JSON. */
export const ask = async (
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const sent =
    body === undefined ? {} : { body: typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body) };
  const response = await fetch(`${url}${path}`, { method, headers, ...sent });
  const text = await response.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: response.status, type: response.headers.get('content-type'), text, json };
};

export const get = (url: string, path: string): Promise<Answer> => ask(url, 'GET', path);
export const post = (url: string, path: string, body: unknown): Promise<Answer> => ask(url, 'POST', path, body);

/** One message of the socket. Binary ones have the type `preview`. */
export interface Message {
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: messages are looked into freely
  data: any;
}

/** A socket that keeps what it heard. */
export class Listener implements AsyncDisposable {
  readonly messages: Message[] = [];
  readonly #socket: WebSocket;
  readonly #waiting = new Set<() => void>();

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data, isBinary) => {
      const bytes = data as Buffer; // ws hands over one Buffer unless told otherwise
      this.messages.push(isBinary ? preview(bytes) : JSON.parse(String(bytes)));
      for (const wake of this.#waiting) wake();
    });
  }

  /** Connects; with `flags` it introduces itself with them. Resolves once the first status has come. */
  static async open(
    url: string,
    clientId: string,
    flags?: Record<string, unknown>,
    headers: Record<string, string> = {},
  ): Promise<Listener> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws?clientId=${clientId}`, { headers, maxPayload: 0 });
    const listener = new Listener(socket);
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    if (flags) socket.send(JSON.stringify({ type: 'feature_flags', data: flags }));
    await listener.heard(({ type, data }) => type === 'status' && data.sid !== undefined);
    return listener;
  }

  /** The first message that fits, now or later. Rejects after a minute. */
  heard(fits: (message: Message) => boolean): Promise<Message> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const found = this.messages.find(fits);
        if (!found) return;
        this.#waiting.delete(look);
        clearTimeout(timer);
        resolve(found);
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(look);
        reject(new Error(`never heard; heard instead: ${this.messages.map(({ type }) => type).join(' ')}`));
      }, 60_000);
      this.#waiting.add(look);
      look();
    });
  }

  /** The end of a prompt: `executing` with no node. */
  ended(promptId: string): Promise<Message> {
    return this.heard(({ type, data }) => type === 'executing' && data.node === null && data.prompt_id === promptId);
  }

  /** What was heard about one prompt, without status and the chatty `progress_state`. */
  about(promptId: string): Message[] {
    return this.messages.filter(({ type, data }) => data.prompt_id === promptId && type !== 'progress_state');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#socket.readyState === WebSocket.CLOSED) return;
    const closed = new Promise((resolve) => this.#socket.once('close', resolve));
    this.#socket.close();
    await closed;
  }
}

const preview = (bytes: Buffer): Message => {
  const event = bytes.readUInt32BE(0);
  const size = bytes.readUInt32BE(4);
  if (event === 1) return { type: 'preview', data: { event, format: size, image: bytes.subarray(8) } };
  const metadata: Record<string, unknown> = JSON.parse(bytes.toString('utf8', 8, 8 + size));
  return { type: 'preview', data: { event, ...metadata, image: bytes.subarray(8 + size) } };
};

/** Hands over a prompt that must be accepted; answers with its id. */
export const submit = async (url: string, prompt: Graph, rest: Record<string, unknown> = {}): Promise<string> => {
  const answer = await post(url, '/prompt', { prompt, prompt_id: randomUUID(), ...rest });
  if (answer.status !== 200) throw new Error(`refused with ${answer.status}: ${answer.text}`);
  return answer.json.prompt_id;
};

/** The history of a prompt once it has one. Rejects after two minutes. */
export const finished = async (url: string, promptId: string): Promise<Answer['json']> => {
  const limit = Date.now() + 120_000;
  while (Date.now() < limit) {
    const entry = (await get(url, `/history/${promptId}`)).json[promptId];
    if (entry) return entry;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${promptId} did not finish`);
};

/** Runs a prompt to its end and answers with its history. */
export const run = async (url: string, prompt: Graph, rest: Record<string, unknown> = {}): Promise<Answer['json']> =>
  finished(url, await submit(url, prompt, rest));

import type { IncomingMessage } from 'node:http';
import { parseJson } from '../python/json.ts';
import { PyError, type PyValue } from '../python/values.ts';
import { type Reply, text } from './reply.ts';

/** Thrown by a handler to answer with something else than it would return. */
export class Answered extends Error {
  readonly reply: Reply;
  constructor(answer: Reply) {
    super('answered');
    this.reply = answer;
  }
}

/** One request as handlers see it. */
export class EngineRequest {
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly #incoming: IncomingMessage;
  readonly #maxBodyBytes: number;
  readonly #params: Readonly<Record<string, string>>;

  constructor(incoming: IncomingMessage, query: URLSearchParams, params: Readonly<Record<string, string>>, maxBodyBytes: number) {
    this.#incoming = incoming;
    this.query = query;
    this.headers = incoming.headers;
    this.#params = params;
    this.#maxBodyBytes = maxBodyBytes;
  }

  /** The part of the path that the route calls `name`, decoded. */
  param(name: string): string {
    return this.#params[name] ?? '';
  }

  /** The whole body. Throws Answered (413) beyond the limit. */
  async body(): Promise<Buffer> {
    const parts: Buffer[] = [];
    let bytes = 0;
    for await (const part of this.#incoming) {
      if (!(part instanceof Buffer)) continue;
      bytes += part.length;
      // The rest is read and thrown away, so that the sender gets to read the answer.
      if (bytes <= this.#maxBodyBytes) parts.push(part);
    }
    if (bytes > this.#maxBodyBytes) throw new Answered(text(413, `Maximum request body size ${this.#maxBodyBytes} exceeded.`));
    return Buffer.concat(parts);
  }

  /** The body as JSON. Throws PyError for what is none. */
  async json(): Promise<PyValue> {
    const bytes = await this.body();
    let decoded: string;
    try {
      decoded = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw new PyError('UnicodeDecodeError', "'utf-8' codec can't decode the body");
    }
    return parseJson(decoded);
  }

  /** The fields of a form; none if the body is no form. Throws for a form that is cut. */
  async form(): Promise<FormData> {
    const type = this.headers['content-type'] ?? '';
    const bytes = await this.body();
    if (!/^multipart\/form-data|^application\/x-www-form-urlencoded/i.test(type)) return new FormData();
    return new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
  }
}

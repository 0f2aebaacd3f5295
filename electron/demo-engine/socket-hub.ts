import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { EngineConsole } from './console.ts';
import { parseJson, type Writable, writeJson } from './python/json.ts';
import { isDict, type PyValue } from './python/values.ts';

type Data = { readonly [key: string]: Writable };

/** Numbers of the binary messages. */
const plainPreview = 1;
const previewWithMetadata = 4;
const jpegFormat = 1;

/** What the hub asks when a client comes. */
export interface HubWorld {
  queueRemaining(): number;
  features(): Data;
  /** The client whose prompt ran last, and the node that runs now. */
  running(): { clientId: string | null; node: string | null };
}

/**
 * The WebSockets, by client id. As in ComfyUI a second socket with the same id takes the first one's place, and when either of them
 * closes, the entry is gone: the other one stays open and hears nothing more.
 */
export class SocketHub {
  readonly #world: HubWorld;
  readonly #console: EngineConsole;
  readonly #sockets = new Map<string, WebSocket>();
  readonly #flags = new Map<string, PyValue>();
  readonly #all = new Set<WebSocket>();

  constructor(world: HubWorld, console: EngineConsole) {
    this.#world = world;
    this.#console = console;
  }

  add(socket: WebSocket, clientId: string | null): void {
    const id = clientId || randomUUID().replaceAll('-', '');
    this.#sockets.set(id, socket);
    this.#flags.set(id, new Map());
    this.#all.add(socket);
    socket.on('close', () => {
      this.#sockets.delete(id);
      this.#flags.delete(id);
      this.#all.delete(socket);
    });
    socket.on('error', (error) => this.#console.warning(`ws connection closed with exception ${error.message}`));
    this.send('status', { status: this.#status(), sid: id }, id);
    const { clientId: owner, node } = this.#world.running();
    if (owner === id && node !== null) this.send('executing', { node }, id);

    let isFirst = true;
    socket.on('message', (data, isBinary) => {
      if (isBinary) return;
      try {
        const message = parseJson(String(data));
        if (isFirst && isDict(message) && message.get('type') === 'feature_flags') {
          this.#flags.set(id, message.get('data') ?? new Map());
          this.send('feature_flags', this.#world.features(), id);
        }
        isFirst = false;
      } catch {
        this.#console.warning(`Invalid JSON received from client ${id}: ${String(data).slice(0, 200)}`);
      }
    });
  }

  /** To the socket of one client, or with null to all. A client that is not there hears nothing. */
  send(type: string, data: Data, clientId: string | null): void {
    this.#post(writeJson({ type, data }), clientId);
  }

  broadcastStatus(): void {
    this.send('status', { status: this.#status() }, null);
  }

  /** Whether this client asked for previews that carry their node and prompt. */
  wantsMetadata(clientId: string | null): boolean {
    const flags = clientId === null ? undefined : this.#flags.get(clientId);
    return isDict(flags) && flags.get('supports_preview_metadata') === true;
  }

  /** Sends a JPEG in the form that the client understands. */
  sendPreview(jpeg: Buffer, names: Data, clientId: string | null): void {
    if (!this.wantsMetadata(clientId)) {
      const head = Buffer.alloc(8);
      head.writeUInt32BE(plainPreview, 0);
      head.writeUInt32BE(jpegFormat, 4);
      this.#post(Buffer.concat([head, jpeg]), clientId);
      return;
    }
    const metadata = Buffer.from(writeJson({ ...names, image_type: 'image/jpeg' }));
    const head = Buffer.alloc(8);
    head.writeUInt32BE(previewWithMetadata, 0);
    head.writeUInt32BE(metadata.length, 4);
    this.#post(Buffer.concat([head, metadata, jpeg]), clientId);
  }

  has(clientId: string): boolean {
    return this.#sockets.has(clientId);
  }

  /** Drops every connection without a word. */
  cutAll(): void {
    for (const socket of this.#all) socket.terminate();
  }

  #status(): Data {
    return { exec_info: { queue_remaining: this.#world.queueRemaining() } };
  }

  #post(message: string | Buffer, clientId: string | null): void {
    const one = clientId === null ? undefined : this.#sockets.get(clientId);
    const targets = clientId === null ? [...this.#sockets.values()] : one ? [one] : [];
    for (const socket of targets) if (socket.readyState === socket.OPEN) socket.send(message);
  }
}

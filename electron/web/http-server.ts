import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import { AppError } from '../../shared/app-error.ts';
import { codeOf } from '../lib/code-of.ts';
import type { Log } from '../lib/log.ts';
import type { ServeAsset } from './assets.ts';
import { judge, type Verdict } from './guard.ts';
import { commonHeaders, type Reply, refusal } from './reply.ts';
import { readTarget } from './target.ts';

export interface WebServerOptions {
  /** 0 = any. */
  port: number;
  token: string;
  serveAsset: ServeAsset;
  /** Called with each authorised socket at `/rpc`. */
  onSocket(socket: WebSocket): void;
  log: Log;
  /** How long a client may take to send its headers, in ms; then the connection is closed. */
  headersTimeoutMs?: number;
}

export interface WebServer {
  port: number;
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** Closes every connection; nothing listens afterwards. */
  close(): Promise<void>;
}

/** Larger than any import of a workflow; a bigger frame closes the socket. */
const maxFrameBytes = 64 * 1024 * 1024;

/**
 * Listens on loopback, and nowhere else, for pages, files and sockets; `judge` sees every request first. Throws AppError when the
 * port is taken or refused.
 */
export async function listen(options: WebServerOptions): Promise<WebServer> {
  const { token, serveAsset, log, headersTimeoutMs = 10_000 } = options;
  let port = options.port;
  const server = createServer({
    keepAlive: true,
    keepAliveTimeout: 60_000,
    headersTimeout: headersTimeoutMs,
    // An upload over loopback is quick; a client that stalls in the middle does not hold the connection for ever.
    requestTimeout: Math.max(headersTimeoutMs, 300_000),
    connectionsCheckingInterval: Math.min(headersTimeoutMs, 5_000),
  });
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, perMessageDeflate: false });

  server.on('request', (request, response) => void respond(request, response));
  server.on('upgrade', (request, stream, head) => {
    stream.on('error', () => stream.destroy());
    const verdict = ask(request, true);
    if (verdict.kind === 'refuse') return refuseUpgrade(stream, refusal(verdict.status, verdict.key, verdict.params));
    if (readTarget(request.url ?? '').path !== '/rpc') return refuseUpgrade(stream, refusal(404, 'webNotFound'));
    sockets.handleUpgrade(request, stream, head, (socket) => {
      // A frame that breaks the protocol closes the socket; without a listener it would end the process.
      socket.on('error', (error) => log.warn('socket closed', { error: error.message }));
      options.onSocket(socket);
    });
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, port)));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, resolve);
  });
  // A TCP server that listens has an address object.
  port = (server.address() as AddressInfo).port;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await closed;
    },
  };

  function ask({ method = '', url = '', headers }: IncomingMessage, isUpgrade: boolean): Verdict {
    return judge({ method, url, headers, isUpgrade }, token, port);
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await write(response, await answer(request));
    } catch (error) {
      log.error('request failed', { url: readTarget(request.url ?? '').path, error });
      if (response.headersSent) response.destroy();
      else await write(response, refusal(500, 'internal')).catch(() => response.destroy());
    }
  }

  async function answer(request: IncomingMessage): Promise<Reply> {
    const verdict = ask(request, false);
    if (verdict.kind === 'welcome') {
      const headers = { location: '/', 'set-cookie': verdict.cookie, 'cache-control': 'no-store' };
      return { status: 303, headers, body: null };
    }
    const wantsPage = request.headers.accept?.includes('text/html') ?? false;
    if (verdict.kind === 'refuse') return refusal(verdict.status, verdict.key, verdict.params, wantsPage);
    return serveAsset({
      method: request.method ?? '',
      url: request.url ?? '',
      // Node joins repeated headers; the few that stay lists are none of ours.
      header: (name) => request.headers[name]?.toString(),
      body: request,
    });
  }
}

async function write(response: ServerResponse, { status, headers, body }: Reply): Promise<void> {
  response.writeHead(status, { ...commonHeaders, ...headers });
  if (body === null || typeof body === 'string' || body instanceof Uint8Array) response.end(body);
  else {
    try {
      await pipeline(createReadStream(body.file, body.range), response);
    } catch (error) {
      // A person who leaves a page closes its pictures in the middle.
      if (codeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    }
  }
}

function refuseUpgrade(stream: Duplex, { status, headers, body }: Reply): void {
  const text = typeof body === 'string' ? body : '';
  const lines = Object.entries({
    ...commonHeaders,
    ...headers,
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  });
  stream.end(`HTTP/1.1 ${status} Refused\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${text}`);
}

const listenError = (error: NodeJS.ErrnoException, port: number): Error => {
  if (error.code === 'EADDRINUSE') return new AppError('conflict', 'portTaken', { port }, { cause: error });
  if (error.code === 'EACCES') return new AppError('conflict', 'portRefused', { port, detail: error.message }, { cause: error });
  return error;
};

import { createReadStream, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { WebSocketServer } from 'ws';
import type { Engine } from '../engine.ts';
import { PyError } from '../python/values.ts';
import { aboutRoutes } from './about-routes.ts';
import { fileRoutes } from './file-routes.ts';
import { logRoutes } from './log-routes.ts';
import { refusedOrigin } from './origin.ts';
import { servePage } from './pages.ts';
import { promptRoutes } from './prompt-routes.ts';
import { empty, methodNotAllowed, type Reply, serverError, text } from './reply.ts';
import { Answered, EngineRequest } from './request.ts';
import { RouteTable } from './route.ts';
import { settingsRoutes } from './settings-routes.ts';

// Larger messages from a client close its socket.
const mostSocketBytes = 4 * 1024 * 1024;
const keepAliveMs = 75_000;
const contentPolicy =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self' data:; frame-src 'self'; object-src 'self';";

/** HTTP and WebSocket of the engine on one address. */
export class EngineServer {
  readonly #engine: Engine;
  readonly #routes = new RouteTable([...promptRoutes, ...aboutRoutes, ...fileRoutes, ...logRoutes, ...settingsRoutes]);
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: mostSocketBytes });
  readonly #servers: Server[] = [];

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Listens on one more address; answers with the port. Rejects with the system's error when it cannot. */
  listen(address: string, port: number): Promise<number> {
    const { tls } = this.#engine.launch;
    const answer = (request: IncomingMessage, response: ServerResponse): void => void this.#answer(request, response);
    const server: Server = tls
      ? createSecureServer({ key: readFileSync(tls.keyFile), cert: readFileSync(tls.certFile) }, answer)
      : createServer(answer);
    server.keepAliveTimeout = keepAliveMs;
    server.requestTimeout = 0;
    server.headersTimeout = keepAliveMs;
    server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
    server.on('clientError', (_error, socket) => socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'));
    this.#servers.push(server);
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen({ port, host: address, exclusive: true }, () => {
        server.removeListener('error', reject);
        const bound = server.address();
        resolve(typeof bound === 'object' && bound ? bound.port : port);
      });
    });
  }

  /** Closes every address and connection. */
  close(): void {
    this.#engine.hub.cutAll();
    for (const server of this.#servers) {
      server.close();
      server.closeAllConnections();
    }
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const { path, query } = splitUrl(request.url);
    const refusal = this.#refusal(request);
    if (refusal || (path !== '/ws' && path !== '/api/ws')) {
      socket.end(`HTTP/1.1 ${refusal ? '403 Forbidden' : '404 Not Found'}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
      return;
    }
    this.#sockets.handleUpgrade(request, socket, head, (client) => this.#engine.hub.add(client, query.get('clientId')));
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    // A client that goes away in the middle is no concern of the engine.
    response.on('error', () => {});
    const answer = await this.#replyTo(incoming);
    await this.#write(incoming, response, answer).catch(() => response.destroy());
    if (!incoming.complete) incoming.resume();
  }

  async #replyTo(incoming: IncomingMessage): Promise<Reply> {
    const { launch, console } = this.#engine;
    const { path, query } = splitUrl(incoming.url);
    const method = incoming.method ?? 'GET';
    if (this.#refusal(incoming)) return this.#dressed(empty(403));
    if (method === 'OPTIONS') return this.#dressed(empty());
    const found = this.#routes.find(method, path);
    const isReading = method === 'GET' || method === 'HEAD';
    const request = new EngineRequest(incoming, query, found.kind === 'route' ? found.params : {}, launch.maxBodyBytes);
    try {
      if (found.kind === 'route') return this.#dressed(await found.route.handle(request, this.#engine));
      if (found.kind === 'method') return this.#dressed(methodNotAllowed(found.allow));
      if (isReading && (path === '/ws' || path === '/api/ws'))
        return this.#dressed(text(400, 'No WebSocket UPGRADE hdr: None\n Can "Upgrade" only to "WebSocket".'));
      if (path.startsWith('/internal/') || path.startsWith('//')) return this.#dressed(text(404, '404: Not Found'));
      if (!isReading) return this.#dressed(methodNotAllowed(['GET', 'HEAD']));
      return this.#dressed(await servePage(request, path, launch.value('--front-end-root')));
    } catch (error) {
      if (error instanceof Answered) return this.#dressed(error.reply);
      const what = error instanceof PyError ? `${error.name}: ${error.message}` : String(error);
      console.error(
        `Error handling request from ${incoming.socket.remoteAddress ?? ''}\nTraceback (most recent call last):\n${what}`,
      );
      return this.#dressed(serverError());
    }
  }

  /** Why a page of another origin is turned away; null when it may pass, or when every origin may. */
  #refusal(incoming: IncomingMessage): string | null {
    if (this.#engine.launch.corsOrigin !== null) return null;
    const { host, origin } = incoming.headers;
    const site = incoming.headers['sec-fetch-site'];
    const refusal = refusedOrigin({
      ...(host === undefined ? {} : { host }),
      ...(origin === undefined ? {} : { origin }),
      ...(typeof site === 'string' ? { site } : {}),
    });
    if (refusal !== null && refusal !== 'cross-site') {
      this.#engine.console.warning(`WARNING: request with non matching host and origin ${refusal}, returning 403`);
    }
    return refusal;
  }

  #dressed(answer: Reply): Reply {
    const { launch } = this.#engine;
    return {
      ...answer,
      headers: {
        ...answer.headers,
        ...(launch.corsOrigin === null
          ? {}
          : {
              'Access-Control-Allow-Origin': launch.corsOrigin,
              'Access-Control-Allow-Methods': 'POST, GET, DELETE, PUT, OPTIONS, PATCH',
              'Access-Control-Allow-Headers': 'Content-Type, Authorization',
              'Access-Control-Allow-Credentials': 'true',
            }),
        ...(launch.has('--disable-api-nodes') ? { 'Content-Security-Policy': contentPolicy } : {}),
      },
    };
  }

  async #write(incoming: IncomingMessage, response: ServerResponse, answer: Reply): Promise<void> {
    const { status, headers, file } = answer;
    if (file && incoming.method !== 'HEAD' && file.end >= file.start) {
      response.writeHead(status, headers);
      await pipeline(createReadStream(file.path, { start: file.start, end: file.end }), response);
      return;
    }
    const isZipped =
      this.#engine.launch.has('--enable-compress-response-body') &&
      /json|text\/plain/.test(headers['Content-Type'] ?? '') &&
      String(incoming.headers['accept-encoding'] ?? '').includes('gzip');
    const body = answer.body === null ? null : isZipped ? gzipSync(answer.body) : answer.body;
    response.writeHead(status, {
      ...headers,
      ...(isZipped ? { 'Content-Encoding': 'gzip' } : {}),
      ...(file || status === 304 ? {} : { 'Content-Length': body === null ? 0 : Buffer.byteLength(body) }),
    });
    response.end(body);
  }
}

const splitUrl = (url: string | undefined): { path: string; query: URLSearchParams } => {
  const text = url ?? '/';
  const cut = text.indexOf('?');
  return { path: cut < 0 ? text : text.slice(0, cut), query: new URLSearchParams(cut < 0 ? '' : text.slice(cut + 1)) };
};

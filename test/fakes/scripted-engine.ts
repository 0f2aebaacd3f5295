import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

export interface SeenRequest {
  method: string;
  path: string;
  body: string;
}

/** What a test answers with: a body, a status with a body, or nothing (`null`: the test ends the response itself, or never). */
type Reply = string | Uint8Array | { status: number; body?: string } | null;

export interface ScriptedEngine extends AsyncDisposable {
  url: string;
  /** Requests in order, without the round trips in front of sockets. */
  requests: SeenRequest[];
  /** Answers by `METHOD /path`, without query; may be changed at any time. */
  replies: Map<string, (request: SeenRequest, response: ServerResponse) => Reply>;
  /** Sockets in the order of their coming, with the client id of each and the frames it sent. */
  sockets: { socket: WebSocket; clientId: string; frames: string[] }[];
  /** As ComfyUI keeps it: the client ids it can reach. */
  routes: Map<string, WebSocket>;
  /** Sends to one client id, or to every reachable one. */
  send(frame: object | Uint8Array, clientId?: string): void;
  /** Whether pings are answered. */
  answersPings: boolean;
  /** Whether sockets are let in. */
  accepts: boolean;
  /** How many were not let in. */
  refusals: number;
  /** Resolves with the next socket that comes, or one that came and was not asked for yet. */
  nextSocket(): Promise<{ socket: WebSocket; clientId: string; frames: string[] }>;
  /** Cuts every connection, sockets and HTTP, without a farewell. */
  cut(): void;
}

/**
 * A server with ComfyUI's manners on the wire and no mind of its own: it routes by client id as ComfyUI does, with its trap (the end of
 * an older socket takes the id away from a newer one), and answers what the test says.
 */
export const scriptedEngine = async (
  options: { tls?: { key: string; cert: string }; host?: string } = {},
): Promise<ScriptedEngine> => {
  const requests: SeenRequest[] = [];
  const replies: ScriptedEngine['replies'] = new Map();
  const sockets: ScriptedEngine['sockets'] = [];
  const routes = new Map<string, WebSocket>();
  const connections = new Set<Socket>();
  const waiting: ((entry: ScriptedEngine['sockets'][number]) => void)[] = [];
  let taken = 0;

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const seen = { method: request.method ?? '', path: request.url ?? '', body: Buffer.concat(parts).toString('latin1') };
      const key = `${seen.method} ${seen.path.split('?')[0]}`;
      const isRoundTrip = key === 'GET /api/prompt';
      if (!isRoundTrip) requests.push({ ...seen, body: Buffer.concat(parts).toString('utf8') });
      const script = replies.get(key) ?? (isRoundTrip ? () => '{"exec_info": {"queue_remaining": 0}}' : undefined);
      const reply = script?.(seen, response);
      if (reply === null) return;
      if (reply === undefined) response.writeHead(404).end();
      else if (typeof reply === 'object' && 'status' in reply) response.writeHead(reply.status).end(reply.body);
      else response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(reply);
    });
  };

  const server = options.tls ? createTlsServer(options.tls, answer) : createServer(answer);
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  const engine: ScriptedEngine = {
    url: '',
    requests,
    replies,
    sockets,
    routes,
    answersPings: true,
    accepts: true,
    refusals: 0,
    send(frame, clientId) {
      const data = frame instanceof Uint8Array ? frame : JSON.stringify(frame);
      for (const [id, socket] of routes) if (clientId === undefined || id === clientId) socket.send(data);
    },
    nextSocket: () =>
      new Promise((resolve) => {
        const entry = sockets[taken];
        if (entry) {
          taken++;
          resolve(entry);
        } else waiting.push(resolve);
      }),
    cut() {
      for (const connection of connections) connection.resetAndDestroy();
    },
    async [Symbol.asyncDispose]() {
      for (const connection of connections) connection.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  const upgrader = new WebSocketServer({ noServer: true, autoPong: false });
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    if (!engine.accepts) {
      engine.refusals++;
      return void socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
    }
    upgrader.handleUpgrade(request, socket, head, (ws) => {
      const clientId = new URL(request.url ?? '', 'http://x').searchParams.get('clientId') ?? '';
      const entry: ScriptedEngine['sockets'][number] = { socket: ws, clientId, frames: [] };
      sockets.push(entry);
      routes.set(clientId, ws);
      ws.on('ping', (data) => engine.answersPings && ws.pong(data));
      ws.on('message', (data) => entry.frames.push(String(data)));
      ws.on('error', () => {});
      // Whoever has the id by now loses it.
      ws.on('close', () => routes.delete(clientId));
      ws.send(JSON.stringify({ type: 'status', data: { status: { exec_info: { queue_remaining: 0 } }, sid: clientId } }));
      const next = waiting.shift();
      if (next) {
        taken++;
        next(entry);
      }
    });
  });

  const host = options.host ?? '127.0.0.1';
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  // Listening on a port gives an address with a port.
  const { port } = server.address() as AddressInfo;
  engine.url = `${options.tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return engine;
};

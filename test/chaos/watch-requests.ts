import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { Striker, StrikerDeps } from './striker.ts';

/**
 * Tells the striker of what this process asks its engine and what it is answered, from Node's own channels: nothing of the host is
 * changed. Answers with the ways to end every WebSocket, and to let what comes over them wait.
 */
export const watchRequests = (striker: () => Pick<Striker, 'hit'>): Pick<StrikerDeps, 'cutSockets' | 'delaySockets'> => {
  const sockets = new Set<Socket>();
  // Node publishes `{ request }` and `{ request, response }` there.
  const requestOf = (message: unknown): ClientRequest => (message as { request: ClientRequest }).request;
  // An engine answers below `/api` as well.
  const pathOf = ({ path }: ClientRequest): string => path.replace(/[?].*/s, '').replace(/^\/api/, '');

  subscribe('http.client.request.start', (message) => {
    const request = requestOf(message);
    const path = pathOf(request);
    if (path === '/ws') {
      request.once('upgrade', (_response, socket) => {
        sockets.add(socket);
        socket.once('close', () => sockets.delete(socket));
      });
    }
    if (path === '/system_stats') striker().hit('probe');
    if (path === '/object_info') striker().hit('lane');
    if (path === '/prompt' && request.method === 'POST') striker().hit('handover');
  });
  subscribe('http.client.response.finish', (message) => {
    const request = requestOf(message);
    const path = pathOf(request);
    if (path === '/prompt' && request.method === 'POST') striker().hit('accepted');
    if (path.startsWith('/history/')) striker().hit('outcome');
  });
  return {
    cutSockets() {
      const wereThere = sockets.size > 0;
      for (const socket of sockets) socket.destroy();
      return wereThere;
    },
    delaySockets(ms) {
      const held = [...sockets];
      for (const socket of held) socket.pause();
      setTimeout(() => {
        for (const socket of held) socket.resume();
      }, ms);
      return held.length > 0;
    },
  };
};

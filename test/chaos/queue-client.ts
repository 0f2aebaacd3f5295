import WebSocket from 'ws';
import { socketPort } from '../../electron/web/ports.ts';
import { type Client, connect } from '../../shared/rpc.ts';
import type { Address } from './host-process.ts';

/** Speaks the contract with a host, as the window does. Rejects when it is not reached. */
export const openQueueClient = ({ url, token }: Address): Promise<{ client: Client; close(): void }> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/rpc`, {
      headers: { authorization: `Bearer ${token}` },
      perMessageDeflate: false,
      maxPayload: 0,
    });
    socket.on('error', reject);
    socket.once('open', () => resolve({ client: connect(socketPort(socket)), close: () => socket.terminate() }));
  });

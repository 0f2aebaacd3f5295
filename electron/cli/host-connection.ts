import { WebSocket } from 'ws';
import { type Client, connect } from '../../shared/rpc.ts';
import { socketPort } from '../web/ports.ts';
import type { CliIo } from './cli-io.ts';
import { findHost, type HostTarget } from './host-target.ts';

/** A client's connection to the running host. */
export interface HostConnection {
  client: Client;
  target: HostTarget;
  /** Resolves when the connection is gone, whoever ended it. */
  closed: Promise<void>;
  close(): void;
}

const answerWithinMs = 10_000;

/** Connects to the host that the command line means. Rejects with AppError when nobody answers there with this token. */
export function connectHost(data: string | undefined, io: CliIo): Promise<HostConnection> {
  return new Promise((resolve, reject) => {
    const target = findHost(data, io);
    const socket = new WebSocket(`${target.url.replace(/^http/i, 'ws')}/rpc`, {
      headers: { authorization: `Bearer ${target.token}` },
      handshakeTimeout: answerWithinMs,
      perMessageDeflate: false,
      maxPayload: 0,
    });
    // Stays: an error after the first would end the program; `closed` tells of it.
    socket.on('error', () => reject(target.missing()));
    socket.once('open', () => {
      const client = connect(socketPort(socket));
      const closed = new Promise<void>((gone) => socket.once('close', () => gone()));
      resolve({ client, target, closed, close: () => socket.terminate() });
    });
  });
}

/** Connects, does `act`, and closes again, whatever comes of it. */
export async function withHost<T>(data: string | undefined, io: CliIo, act: (host: HostConnection) => Promise<T>): Promise<T> {
  const host = await connectHost(data, io);
  try {
    return await act(host);
  } finally {
    host.close();
  }
}

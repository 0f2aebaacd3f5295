import { connect, createServer } from 'node:net';
import { type PortHolder, portHolder } from './port-holder.ts';

export interface PortState {
  isFree: boolean;
  /** Who has it, where the system tells; null for a free port and for a stranger it does not name. */
  holder: PortHolder | null;
}

const connectTimeoutMs = 1_000;

/**
 * Whether a process could listen on this port of this address now. Must be asked before an engine starts: ComfyUI finds out only
 * after its whole boot, and by then has emptied the temp folder it may share. Never disturbs who listens there. Never throws.
 */
export const portState = async (port: number, host = '127.0.0.1'): Promise<PortState> => {
  // Both questions: on some systems binding succeeds beside a program that listens on every address.
  const isFree = (await canBind(port, host)) && !(await canConnect(port, isWildcard(host) ? '127.0.0.1' : host));
  return { isFree, holder: isFree ? null : await portHolder(port) };
};

/** The first free port from `first` upwards, or any free one if the next hundred are taken. */
export const nextFreePort = async (first: number, host = '127.0.0.1'): Promise<number> => {
  for (let port = Math.max(1, first); port < Math.min(first + 100, 65_536); port++) {
    if ((await portState(port, host)).isFree) return port;
  }
  return anyFreePort(host);
};

const isWildcard = (host: string): boolean => host === '0.0.0.0' || host === '::';

const canConnect = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host, timeout: connectTimeoutMs });
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });

const canBind = (port: number, host: string): Promise<boolean> => bind(port, host).then((bound) => bound !== null);

const anyFreePort = async (host: string): Promise<number> => (await bind(0, host)) ?? 0;

/** Listens for a moment; the port it got, or null. */
const bind = (port: number, host: string): Promise<number | null> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });

import type { Port } from '../shared/rpc.ts';

/** What the preload script exposes as `window.hearth`. */
export interface Bridge {
  post(message: unknown): void;
  /** Returns the way to stop listening. */
  onMessage(listener: (message: unknown) => void): () => void;
  /** Absent where the bridge lives exactly as long as the page. */
  onClose?(listener: () => void): () => void;
}

declare global {
  interface Window {
    hearth?: Bridge;
  }
}

/** The page's end of the desktop window's pipe. */
export const bridgePort = (bridge: Bridge): Port => ({
  post: (message) => bridge.post(message),
  onMessage: (listener) => bridge.onMessage(listener),
  onClose: (listener) => bridge.onClose?.(listener) ?? (() => {}),
});

/** The page's end of a WebSocket that is already open. A frame that is not JSON closes it. */
export const socketPort = (socket: WebSocket): Port => ({
  post(message) {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  },
  onMessage(listener) {
    const handle = (event: MessageEvent): void => {
      let message: unknown;
      try {
        message = JSON.parse(String(event.data));
      } catch {
        socket.close();
        return;
      }
      listener(message);
    };
    socket.addEventListener('message', handle);
    return () => socket.removeEventListener('message', handle);
  },
  onClose(listener) {
    socket.addEventListener('close', listener, { once: true });
    return () => socket.removeEventListener('close', listener);
  },
});

/** Opens the pipe this page has: the desktop window's, else a socket to `/rpc` on its own origin. Rejects when it cannot be opened. */
export function openPort(): Promise<Port> {
  if (window.hearth) return Promise.resolve(bridgePort(window.hearth));
  const url = new URL('/rpc', window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(url);
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(socketPort(socket)), { once: true });
    socket.addEventListener('close', () => reject(new Error('the socket could not be opened')), { once: true });
  });
}

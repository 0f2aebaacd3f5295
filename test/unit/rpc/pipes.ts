import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { channel, socketPort, windowPort } from '../../../electron/web/ports.ts';
import { bridgePort } from '../../../renderer/ports.ts';
import type { Port } from '../../../shared/rpc.ts';
import { BrowserWindow, ipcMain } from '../../fakes/electron.ts';
import { portPair } from '../../fakes/memory-port.ts';

/** One connection: the page's end, and what can happen to it. */
export interface Pipe {
  near: Port;
  close(): void;
}
/** A way to connect pages with a host. `host` is called with the host's end of each connection. */
export interface Transport {
  open(host: (port: Port) => void): Promise<Pipe>;
  /** Ends everything that `open` started. */
  stop(): Promise<void>;
}

export const memory = (): Transport => ({
  async open(host) {
    const { near, far, close } = portPair();
    host(far);
    return { near, close };
  },
  async stop() {},
});

export const webSocket = (): Transport => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  return {
    async open(host) {
      if (!server.address()) await once(server, 'listening');
      server.once('connection', (socket) => host(socketPort(socket)));
      const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
      await once(socket, 'open');
      return { near: socketPort(socket), close: () => socket.terminate() };
    },
    async stop() {
      for (const socket of server.clients) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export const origin = 'app://hearth';

/** As between a desktop window's page and its host. */
export const ipc = (): Transport => ({
  async open(host) {
    const window = new BrowserWindow({});
    await window.loadURL(`${origin}/index.html`);
    host(windowPort(ipcMain, window.webContents, origin));
    const { page } = window.webContents;
    const bridge = bridgePort({
      post: (message) => page.send(channel, message),
      onMessage(listener) {
        const handle = (_event: unknown, message: unknown): void => listener(message);
        page.on(channel, handle);
        return () => void page.off(channel, handle);
      },
      onClose(listener) {
        window.webContents.once('destroyed', listener);
        return () => void window.webContents.off('destroyed', listener);
      },
    });
    return { near: bridge, close: () => window.destroy() };
  },
  async stop() {
    for (const window of BrowserWindow.getAllWindows()) window.destroy();
  },
});

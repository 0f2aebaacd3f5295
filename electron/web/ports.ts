import type { RawData, WebSocket } from 'ws';
import type { Port } from '../../shared/rpc.ts';

/** Unsent bytes above which a client counts as not reading: it is dropped, connects again and takes a fresh snapshot. */
const maxUnsentBytes = 32 * 1024 * 1024;

/** The host's end of one browser tab or command line. A frame that is not JSON closes it. */
export const socketPort = (socket: WebSocket, maxBufferedBytes = maxUnsentBytes): Port => {
  /** What may be unsent. One answer that is larger by itself does not make a client slow: it has room for it, and as much as usual. */
  let room = maxBufferedBytes;
  return {
    post(message) {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > room) return socket.terminate();
      if (socket.bufferedAmount === 0) room = maxBufferedBytes;
      const text = JSON.stringify(message);
      const bytes = Buffer.byteLength(text);
      if (bytes > maxBufferedBytes) room = Math.max(room, bytes + maxBufferedBytes);
      socket.send(text);
    },
    onMessage(listener) {
      const handle = (data: RawData, isBinary: boolean): void => {
        const message = isBinary ? undefined : parse(data.toString());
        if (message === undefined) socket.close(1007, 'malformed message');
        else listener(message);
      };
      socket.on('message', handle);
      return () => void socket.off('message', handle);
    },
    onClose(listener) {
      socket.once('close', listener);
      return () => void socket.off('close', listener);
    },
  };
};

/** undefined for what is no JSON. */
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What a page load tells; the part of Electron's event that matters here. */
interface Navigation {
  isMainFrame: boolean;
  isSameDocument: boolean;
}

/** A window's page: the part of Electron's WebContents that is needed, so that this file needs no Electron. */
export interface Page {
  send(channel: string, message: unknown): void;
  isDestroyed(): boolean;
  on(event: 'destroyed', listener: () => void): unknown;
  on(event: 'did-start-navigation', listener: (navigation: Navigation) => void): unknown;
  off(event: 'destroyed', listener: () => void): unknown;
  off(event: 'did-start-navigation', listener: (navigation: Navigation) => void): unknown;
}

/** A message from a page, with who sent it: the part of Electron's IpcMainEvent that is needed. */
interface PageMessage<P extends Page> {
  sender: P;
  /** null once the frame is gone. `parent` null: the main frame. */
  senderFrame: { url: string; parent: unknown } | null;
}

export interface PageMessages<P extends Page> {
  on(channel: string, listener: (event: PageMessage<P>, message: unknown) => void): unknown;
  off(channel: string, listener: (event: PageMessage<P>, message: unknown) => void): unknown;
}

export const channel = 'hearth';

/**
 * The host's end of one loaded page of a desktop window. A navigation, and so a reload, closes it: a late reply must not reach
 * the next page. Only the main frame of this very page is heard, and only while it shows `origin`.
 */
export function windowPort<P extends Page>(messages: PageMessages<P>, page: P, origin: string): Port {
  const closeListeners = new Set<() => void>();
  let isOpen = true;
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    page.off('destroyed', close);
    page.off('did-start-navigation', navigated);
    for (const listener of closeListeners) listener();
  };
  const navigated = (navigation: Navigation): void => {
    if (navigation.isMainFrame && !navigation.isSameDocument) close();
  };
  page.on('destroyed', close);
  page.on('did-start-navigation', navigated);
  return {
    post(message) {
      if (isOpen && !page.isDestroyed()) page.send(channel, message);
    },
    onMessage(listener) {
      const handle = ({ sender, senderFrame }: PageMessage<P>, message: unknown): void => {
        if (!isOpen || sender !== page || !senderFrame || senderFrame.parent !== null) return;
        if (senderFrame.url.startsWith(`${origin}/`)) listener(message);
      };
      messages.on(channel, handle);
      return () => void messages.off(channel, handle);
    },
    onClose(listener) {
      closeListeners.add(listener);
      return () => void closeListeners.delete(listener);
    },
  };
}

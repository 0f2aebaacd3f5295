import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { socketPort, windowPort } from '../../../electron/web/ports.ts';
import { connect, EventHub, serve } from '../../../shared/rpc.ts';
import { BrowserWindow, ipcMain } from '../../fakes/electron.ts';
import { noLinks, sampleJob } from '../../fakes/fake-data.ts';
import { handlersWith } from '../../fakes/handlers.ts';
import { ipc, origin } from './pipes.ts';

const hubThatFails = () =>
  new EventHub((where, error) => {
    throw new Error(where, { cause: error });
  });

describe('a WebSocket', () => {
  let server: WebSocketServer;
  let hub: EventHub;
  beforeEach(async () => {
    hub = hubThatFails();
    server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
  });
  afterEach(async () => {
    for (const socket of server.clients) socket.terminate();
    await new Promise((resolve) => server.close(resolve));
  });
  const open = async (): Promise<{ near: WebSocket; far: WebSocket }> => {
    const near = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const [[far]] = await Promise.all([once(server, 'connection') as Promise<[WebSocket]>, once(near, 'open')]);
    return { near, far };
  };

  test.each<[string, string | Buffer]>([
    ['cut JSON', '{"kind":"call"'],
    ['no JSON', 'hello'],
    ['nothing', ''],
    ['bytes', Buffer.from('{"kind":"call","id":1,"name":"app.snapshot","input":{}}')],
  ])('is closed by %s, and by that alone', async (_what, frame) => {
    const { near, far } = await open();
    const other = await open();
    for (const socket of [far, other.far]) serve(handlersWith({}), hub, socketPort(socket), () => {});
    near.send(frame);
    expect((await once(near, 'close'))[0]).toBe(1007);
    await vi.waitFor(() => expect(hub.clients).toBe(1));
    expect(other.near.readyState).toBe(WebSocket.OPEN);
  });

  test('that does not read is dropped before it fills the memory, and the others go on', async () => {
    const limit = 4 * 1024 * 1024;
    const slow = await open();
    const quick = await open();
    for (const socket of [slow.far, quick.far]) serve(handlersWith({}), hub, socketPort(socket, limit), () => {});
    slow.near.pause();
    const heard: number[] = [];
    connect(socketPort(quick.near)).on('engine.log', (_page, seq) => heard.push(seq));
    const lines = [{ n: 1, text: 'x'.repeat(1024 * 1024), level: 'info' as const }];
    let most = 0;
    let sent = 0;
    for (; sent < 200 && hub.clients === 2; sent++) {
      hub.emit('engine.log', { engine: 'e', page: { launchId: null, lines, total: 1 } });
      most = Math.max(most, slow.far.bufferedAmount);
      await vi.waitFor(() => expect(heard).toHaveLength(sent + 1));
    }
    expect(hub.clients).toBe(1);
    expect(slow.far.readyState).toBe(WebSocket.CLOSED);
    expect(most).toBeLessThan(limit + 2 * 1024 * 1024);
    hub.emit('engine.log', { engine: 'e', page: { launchId: null, lines, total: 1 } });
    await vi.waitFor(() => expect(heard).toHaveLength(sent + 1));
  });

  test('that reads is not dropped for an answer larger than what may be unsent', async () => {
    const limit = 64 * 1024;
    const { near, far } = await open();
    const log = { launchId: null, lines: [{ n: 1, text: 'x'.repeat(1000 * limit), level: 'info' as const }], total: 1 };
    const small = { engine: 'e', page: { launchId: null, lines: [], total: 1 } };
    serve(handlersWith({ 'engines.log': () => log }), hub, socketPort(far, limit), () => {});
    const client = connect(socketPort(near));
    const heard: number[] = [];
    client.on('engine.log', (_page, seq) => heard.push(seq));
    const answer = client.call('engines.log', { id: 'e' });
    await vi.waitFor(() => expect(far.bufferedAmount).toBeGreaterThan(limit));
    for (let n = 0; n < 5; n++) hub.emit('engine.log', small);
    expect((await answer).lines[0]?.text).toHaveLength(1000 * limit);
    await vi.waitFor(() => expect(heard).toHaveLength(5));
  });
});

describe('a window', () => {
  const transport = ipc();
  afterEach(() => transport.stop());

  test('that reloads gets no answer meant for the page before, and each event once', async () => {
    const hub = hubThatFails();
    const late = Promise.withResolvers<void>();
    let calls = 0;
    const handlers = handlersWith({
      'jobs.get': async ({ id }) => {
        calls++;
        if (id === 'old') await late.promise;
        return { job: sampleJob({ key: id }), events: [], links: noLinks };
      },
    });
    const { near } = await transport.open((port) => void serve(handlers, hub, port, () => {}));
    const window = BrowserWindow.getAllWindows().at(-1);
    if (!window) throw new Error('no window');
    window.webContents.on('did-start-navigation', () =>
      serve(handlers, hub, windowPort(ipcMain, window.webContents, origin), () => {}),
    );
    connect(near)
      .call('jobs.get', { id: 'old' })
      .catch(() => {});
    await vi.waitFor(() => expect(calls).toBe(1));

    window.webContents.reload();
    const seen: unknown[] = [];
    near.onMessage((message) => seen.push(message));
    const page = connect(near);
    const removed: string[] = [];
    page.on('engine.removed', ({ id }) => removed.push(id));
    late.resolve();
    expect((await page.call('jobs.get', { id: 'new' })).job.key).toBe('new');
    hub.emit('engine.removed', { id: 'e' });
    await vi.waitFor(() => expect(removed).toEqual(['e']));
    expect(hub.clients).toBe(1);
    expect(JSON.stringify(seen)).not.toContain('"old"');
    expect(seen).toHaveLength(2);
  });

  test('that moves within its page stays connected', async () => {
    const hub = hubThatFails();
    const handlers = handlersWith({ 'jobs.get': ({ id }) => ({ job: sampleJob({ key: id }), events: [], links: noLinks }) });
    const { near } = await transport.open((port) => void serve(handlers, hub, port, () => {}));
    const contents = BrowserWindow.getAllWindows().at(-1)?.webContents;
    contents?.emit('did-start-navigation', { isMainFrame: true, isSameDocument: true });
    contents?.emit('did-start-navigation', { isMainFrame: false, isSameDocument: false });
    expect((await connect(near).call('jobs.get', { id: 'x' })).job.key).toBe('x');
  });

  test.each<[string, (mainFrame: { url: string; parent: unknown }) => unknown]>([
    ['a frame inside the page', (mainFrame) => ({ url: `${origin}/frame.html`, parent: mainFrame })],
    ['a page from elsewhere', () => ({ url: 'https://example.com/', parent: null })],
    ['a page whose address only begins alike', () => ({ url: `${origin}.example.com/`, parent: null })],
    ['a frame that is gone', () => null],
  ])('hears nothing from %s', async (_what, frameOf) => {
    const hub = hubThatFails();
    let calls = 0;
    const handlers = handlersWith({
      'jobs.get': ({ id }) => {
        calls++;
        return { job: sampleJob({ key: id }), events: [], links: noLinks };
      },
    });
    const { near } = await transport.open((port) => void serve(handlers, hub, port, () => {}));
    const sender = BrowserWindow.getAllWindows().at(-1)?.webContents;
    const message = { kind: 'call', id: 1, name: 'jobs.get', input: { id: 'stranger' } };
    ipcMain.emit('hearth', { sender, senderFrame: frameOf(sender?.mainFrame ?? { url: '', parent: null }) }, message);
    expect((await connect(near).call('jobs.get', { id: 'own' })).job.key).toBe('own');
    expect(calls).toBe(1);
  });

  test('that is gone takes nothing with it', async () => {
    const hub = hubThatFails();
    const { close } = await transport.open((port) => void serve(handlersWith({}), hub, port, () => {}));
    close();
    expect(hub.clients).toBe(0);
    hub.emit('engine.removed', { id: 'e' });
  });
});

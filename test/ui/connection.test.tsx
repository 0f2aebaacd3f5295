import { waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { createApi, reconnectDelayMs } from '../../renderer/api.ts';
import { memoryUse } from '../../renderer/features/frame/MemoryGauge.tsx';
import { bridgePort, socketPort } from '../../renderer/ports.ts';
import { sampleEngine, sampleMemory } from '../fakes/fake-data.ts';
import { createFakeHost } from '../fakes/fake-host.ts';

test('waits longer after each failed try, up to five seconds', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map(reconnectDelayMs)).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
});

test('tries until the host answers; listeners outlive connections; calls fail with words meanwhile', async () => {
  const host = createFakeHost();
  const api = createApi();
  let refusals = 1;
  const seen: string[] = [];
  const engines: string[] = [];
  api.onConnection((connection) => seen.push(connection));
  api.on('engine.changed', (engine) => engines.push(engine.state));
  const stop = api.start(() => (refusals-- > 0 ? Promise.reject(new Error('nobody there')) : host.open()));
  onTestFinished(stop);
  await expect(api.call('app.snapshot', {})).rejects.toMatchObject({ code: 'disconnected', key: 'disconnected' });
  await waitFor(() => expect(seen).toEqual(['connecting', 'lost', 'open']));
  expect((await api.call('app.snapshot', {})).version).toBe('0.1.0');

  host.cut();
  await waitFor(() => expect(seen.slice(3)).toEqual(['lost', 'open']));
  host.setEngine(sampleEngine({ state: 'stopping' }));
  await waitFor(() => expect(engines).toEqual(['stopping']));
});

test('nothing is opened after the stop', async () => {
  const host = createFakeHost();
  const api = createApi();
  const seen: string[] = [];
  api.onConnection((connection) => seen.push(connection));
  const stop = api.start(() => host.open());
  await waitFor(() => expect(seen).toContain('open'));
  stop();
  host.cut();
  expect(seen).toEqual(['connecting', 'open']);
  await expect(api.call('app.snapshot', {})).rejects.toMatchObject({ code: 'disconnected' });
});

/** As much of a WebSocket as a port uses. */
class ScriptedSocket extends EventTarget {
  readyState: number = WebSocket.OPEN;
  readonly sent: string[] = [];
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.readyState = WebSocket.CLOSED;
    this.dispatchEvent(new Event('close'));
  }
  say(data: string): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

test('a socket carries JSON both ways, closes on anything else, and drops what comes too late', () => {
  const socket = new ScriptedSocket();
  const port = socketPort(socket as unknown as WebSocket);
  const heard: unknown[] = [];
  let isClosed = false;
  const stop = port.onMessage((message) => heard.push(message));
  port.onClose(() => {
    isClosed = true;
  });
  port.post({ a: 1 });
  socket.say('{"b":2}');
  expect(socket.sent).toEqual(['{"a":1}']);
  expect(heard).toEqual([{ b: 2 }]);

  socket.say('not JSON');
  expect(isClosed).toBe(true);
  port.post({ late: true });
  expect(socket.sent).toHaveLength(1);
  stop();
  socket.say('{"c":3}');
  expect(heard).toHaveLength(1);
});

test('the desktop bridge passes messages on and lives as long as the page', () => {
  const sent: unknown[] = [];
  const listeners = new Set<(message: unknown) => void>();
  const port = bridgePort({
    post: (message) => void sent.push(message),
    onMessage(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  });
  const stop = port.onMessage(() => {});
  port.post('x');
  expect(sent).toEqual(['x']);
  port.onClose(() => {})();
  stop();
  expect(listeners.size).toBe(0);
});

const gib = 1024 ** 3;
test.each([
  ['a card', {}, { kind: 'VRAM', usedBytes: 9.1 * gib, totalBytes: 16 * gib }],
  ['no card', { vramTotalBytes: null, vramFreeBytes: null }, { kind: 'RAM', usedBytes: 12.5 * gib, totalBytes: 32 * gib }],
  [
    'a card without memory',
    { vramTotalBytes: 0, vramFreeBytes: 0 },
    { kind: 'RAM', usedBytes: 12.5 * gib, totalBytes: 32 * gib },
  ],
  ['nothing', { vramTotalBytes: null, vramFreeBytes: null, ramTotalBytes: null, ramFreeBytes: null }, null],
] as const)('memory in use with %s', (_, change, wanted) => {
  const use = memoryUse(sampleMemory(change));
  if (wanted === null) return expect(use).toBeNull();
  expect(use).toMatchObject({ kind: wanted.kind, totalBytes: wanted.totalBytes });
  expect(use?.usedBytes).toBeCloseTo(wanted.usedBytes, 0);
});

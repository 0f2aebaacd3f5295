import { Buffer } from 'node:buffer';
import type { ServerResponse } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { EngineUnreachable } from '../../../electron/engine/client-types.ts';
import { reconnectPauseMs } from '../../../electron/engine/engine-socket.ts';
import {
  accept,
  client,
  clock,
  engine,
  graph,
  id,
  log,
  messages,
  of,
  open,
  openReady,
  other,
  passUntil,
  playOnStage,
  reopened,
} from './client-stage.ts';

playOnStage();

describe('socket', () => {
  test('says first what it understands, uncompressed, and hands on what it hears in order', async () => {
    await openReady();
    const [entry] = engine.sockets;
    await vi.waitFor(() => expect(entry?.frames).toHaveLength(1));
    expect(JSON.parse(entry?.frames[0] ?? '')).toEqual({ type: 'feature_flags', data: { supports_preview_metadata: true } });
    expect(entry?.socket.extensions).toBe('');
    expect(entry?.clientId).toBe(client.clientId);
    engine.send({ type: 'execution_start', data: { prompt_id: id, timestamp: 1 } });
    engine.send({ type: 'something_custom', data: {} });
    engine.send(Buffer.from('00000001000000010102', 'hex'));
    engine.send({ type: 'progress', data: { prompt_id: other, node: '3', value: 1, max: 2 } });
    await vi.waitFor(() => expect(of('progress')).toHaveLength(1));
    expect(messages.map((message) => message.type)).toEqual(['socket', 'status', 'start', 'preview', 'progress']);
    // Prompts of other programs are told apart by their id, not hidden.
    expect(of('progress')[0]?.promptId).toBe(other);
  });

  test('junk and a listener that throws disturb nobody', async () => {
    await openReady();
    const off = client.on(() => {
      throw new Error('oops');
    });
    engine.sockets[0]?.socket.send('{"type": ');
    engine.sockets[0]?.socket.send('');
    engine.send({ type: 'execution_success', data: { prompt_id: id, timestamp: 2 } });
    await vi.waitFor(() => expect(of('success')).toHaveLength(1));
    expect(log.join()).toContain('oops');
    off();
  });

  test('comes back under the same id once the engine is rid of the old one, so that a running prompt is heard again', async () => {
    await openReady();
    engine.cut();
    await vi.waitFor(() => expect(of('socket').at(-1)?.isOpen).toBe(false));
    await reopened(2);
    expect(engine.sockets[1]?.clientId).toBe(engine.sockets[0]?.clientId);
    expect(engine.routes.get(client.clientId)).toBe(engine.sockets[1]?.socket);
    engine.send({ type: 'executing', data: { node: '3' } }, client.clientId);
    await vi.waitFor(() => expect(of('executing')).toEqual([{ type: 'executing', promptId: null, node: '3' }]));
    expect(of('socket').map((message) => message.isOpen)).toEqual([true, false, true]);
  });

  test('a given id is used, so that the next host hears of what the last one submitted', async () => {
    open({ clientId: 'launch-7' });
    expect((await engine.nextSocket()).clientId).toBe('launch-7');
    expect(client.clientId).toBe('launch-7');
  });

  test('does not connect before the engine has answered over HTTP', async () => {
    const waiting: ServerResponse[] = [];
    engine.replies.set('GET /api/prompt', (_request, response) => {
      waiting.push(response);
      return null;
    });
    open();
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    expect(engine.sockets).toHaveLength(0);
    waiting[0]?.end('{}');
    await engine.nextSocket();
  });

  test('an open socket that has gone silent while HTTP answers is noticed within 15 s and replaced', async () => {
    await openReady();
    engine.answersPings = false;
    const from = clock.monotonic();
    await passUntil(() => !client.isSocketOpen);
    expect(clock.monotonic() - from).toBeLessThanOrEqual(15_000);
    // It is replaced only because the engine answers elsewhere.
    await vi.waitFor(() => expect(engine.routes.size).toBe(0));
    engine.answersPings = true;
    await reopened(2);
    expect(engine.routes.get(client.clientId)).toBe(engine.sockets[1]?.socket);
  });

  test('pings that are answered keep a quiet socket open', async () => {
    await openReady();
    await passUntil(() => clock.monotonic() > 600_000);
    expect(of('socket')).toEqual([{ type: 'socket', isOpen: true }]);
  });

  test('a busy engine, silent everywhere, keeps its socket and wakes up on it', async () => {
    await openReady();
    engine.answersPings = false;
    engine.replies.set('GET /api/prompt', () => null);
    await passUntil(() => !client.isSocketOpen);
    const later = clock.monotonic() + 30_000;
    await passUntil(() => clock.monotonic() >= later);
    engine.send({ type: 'progress', data: { prompt_id: id, node: '3', value: 1, max: 2 } });
    await vi.waitFor(() => expect(client.isSocketOpen).toBe(true));
    expect(engine.sockets).toHaveLength(1);
    expect(of('socket').map((message) => message.isOpen)).toEqual([true, false, true]);
  });

  test('a socket that is silent for longer than any work is given up', async () => {
    await openReady();
    const [entry] = engine.sockets;
    engine.answersPings = false;
    engine.replies.set('GET /api/prompt', () => null);
    await passUntil(() => entry?.socket.readyState === WebSocket.CLOSED);
    expect(clock.monotonic()).toBeGreaterThan(60_000);
    engine.answersPings = true;
    engine.replies.delete('GET /api/prompt');
    await reopened(2);
  });

  test('an open socket whose id the engine has lost is noticed after a submit, and replaced', async () => {
    await openReady();
    engine.replies.set('POST /api/prompt', accept);
    // What the late end of an older socket with the same id does in ComfyUI.
    engine.routes.delete(client.clientId);
    await client.submit({ promptId: id, graph, previewMethod: 'none' });
    const from = clock.monotonic();
    await passUntil(() => !client.isSocketOpen);
    expect(clock.monotonic() - from).toBeLessThanOrEqual(15_000);
    await reopened(2);
    expect(engine.routes.get(client.clientId)).toBe(engine.sockets[1]?.socket);
  });

  test('an accepted prompt that is followed by any message is no reason to connect anew', async () => {
    await openReady();
    engine.replies.set('POST /api/prompt', accept);
    await client.submit({ promptId: id, graph, previewMethod: 'none' });
    engine.send({ type: 'status', data: { status: { exec_info: { queue_remaining: 1 } } } });
    await vi.waitFor(() => expect(of('status').at(-1)?.queueRemaining).toBe(1));
    const until = clock.monotonic() + 30_000;
    await passUntil(() => clock.monotonic() >= until);
    expect(client.isSocketOpen).toBe(true);
    expect(engine.sockets).toHaveLength(1);
  });

  test('an engine that refuses sockets is tried again with growing pauses, and the reason is said once', async () => {
    engine.accepts = false;
    open();
    const tries = (): number => engine.refusals;
    await passUntil(() => tries() === 6);
    expect(log).toEqual([expect.stringContaining('403')]);
    // Six tries of a client that does not slow down take 1.5 s.
    expect(clock.monotonic()).toBeGreaterThan(5_000);
    engine.accepts = true;
    await reopened(1);
  });

  test('a server that lets sockets in and drops them at once is not hammered', async () => {
    open();
    for (let drops = 1; drops <= 6; drops++) {
      await reopened(drops);
      engine.sockets.at(-1)?.socket.terminate();
      await vi.waitFor(() => expect(client.isSocketOpen).toBe(false));
    }
    expect(clock.monotonic()).toBeGreaterThan(5_000);
  });

  test('after close nothing is sent, nothing is told, nothing connects', async () => {
    await openReady();
    const before = messages.length;
    const gone = new Promise((resolve) => engine.sockets[0]?.socket.once('close', resolve));
    await client.close();
    await gone;
    clock.pass(60_000);
    await expect(client.queue()).rejects.toBeInstanceOf(EngineUnreachable);
    await expect(client.submit({ promptId: id, graph, previewMethod: 'none' })).rejects.toBeInstanceOf(EngineUnreachable);
    expect(messages).toHaveLength(before);
    expect(engine.sockets).toHaveLength(1);
  });

  test('close ends what is under way', async () => {
    await openReady();
    const arrived = new Promise<void>((resolve) => {
      engine.replies.set('GET /api/queue', () => {
        resolve();
        return null;
      });
    });
    const asked = expect(client.queue()).rejects.toBeInstanceOf(EngineUnreachable);
    await arrived;
    await client.close();
    await asked;
  });
});

test.each([
  [0, 0, 187.5],
  [0, 1, 312.5],
  [3, 0.5, 2_000],
  [20, 0.5, 10_000],
  [2000, 1, 12_500],
])('pause before try %i + 1 with chance %d', (failures, random, ms) => {
  expect(reconnectPauseMs(failures, random)).toBe(ms);
});

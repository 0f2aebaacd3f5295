import { Buffer } from 'node:buffer';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openEngineClient } from '../../../electron/engine/client.ts';
import type { EngineClient, EngineMessage } from '../../../electron/engine/client-types.ts';
import { EngineUnreachable } from '../../../electron/engine/client-types.ts';
import { reconnectPauseMs } from '../../../electron/engine/engine-socket.ts';
import { type ScriptedEngine, type SeenRequest, scriptedEngine } from '../../fakes/scripted-engine.ts';
import { type ManualClock, manualClock } from '../engine-process/manual-clock.ts';

const id = '0a0b0c0d-0000-4000-8000-000000000001';
const other = '0a0b0c0d-0000-4000-8000-000000000002';
const graph = '{"1":{"class_type":"EmptyImage","inputs":{}}}';
const stats = (version: string): string =>
  JSON.stringify({ system: { comfyui_version: version, python_version: '3.11.7', argv: [] }, devices: [{ name: 'cpu' }] });

let engine: ScriptedEngine;
let clock: ManualClock;
let client: EngineClient;
let messages: EngineMessage[];
let log: string[];

const open = (options: { url?: string; clientId?: string } = {}): EngineClient => {
  client = openEngineClient({ url: engine.url, clock, log: (line) => log.push(line), ...options });
  client.on((message) => messages.push(message));
  return client;
};
const openReady = async (): Promise<EngineClient> => {
  open();
  await engine.nextSocket();
  await vi.waitFor(() => expect(client.isSocketOpen).toBe(true));
  return client;
};
const accept = (request: SeenRequest): string =>
  JSON.stringify({ prompt_id: JSON.parse(request.body).prompt_id, number: 0, node_errors: {} });
const of = <T extends EngineMessage['type']>(type: T): Extract<EngineMessage, { type: T }>[] =>
  messages.filter((message): message is Extract<EngineMessage, { type: T }> => message.type === type);
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** Lets time pass in small steps, so that what goes over the wire keeps up with it. */
const passUntil = async (isDone: () => boolean): Promise<void> => {
  const end = clock.monotonic() + 900_000;
  while (!isDone()) {
    if (clock.monotonic() > end) throw new Error('a quarter of an hour passed, and nothing came of it');
    clock.pass(50);
    await turn();
  }
};
const reopened = (sockets: number): Promise<void> => passUntil(() => engine.sockets.length === sockets && client.isSocketOpen);

beforeEach(async () => {
  engine = await scriptedEngine();
  clock = manualClock();
  [messages, log] = [[], []];
});
afterEach(async () => {
  await client.close();
  expect(clock.waiting).toBe(0);
  await engine[Symbol.asyncDispose]();
});

describe('submit', () => {
  test('sends the graph byte for byte, with our ids and the wish for previews', async () => {
    await openReady();
    engine.replies.set('POST /api/prompt', accept);
    // Precision, escapes, key order, spaces and normal form are the template's, not JSON.parse's.
    const text =
      '{ "9" : {"class_type":"K","inputs":{"seed":18446744073709551615,"cfg":7.0,"text":"e\u0301 \\u00e9 \\/ 한글 🙂"}}, "1": {}}';
    const answer = await client.submit({ promptId: id, graph: text, previewMethod: 'latent2rgb' });
    expect(answer).toEqual({ kind: 'accepted', promptId: id, nodeErrors: {} });
    const rest = `"client_id":"${client.clientId}","prompt_id":"${id}","extra_data":{"preview_method":"latent2rgb"}}`;
    expect(engine.requests.at(-1)?.body).toBe(`{"prompt":${text},${rest}`);
  });

  test('a request that gets no answer is unreachable, and is not sent again', async () => {
    await openReady();
    engine.replies.set('POST /api/prompt', (_request, response) => {
      response.socket?.destroy();
      return null;
    });
    await expect(client.submit({ promptId: id, graph, previewMethod: 'none' })).rejects.toBeInstanceOf(EngineUnreachable);
    expect(engine.requests.filter((request) => request.path === '/api/prompt')).toHaveLength(1);
  });

  test('an answer that never comes is unreachable after a minute', async () => {
    await openReady();
    const arrived = new Promise<void>((resolve) => {
      engine.replies.set('POST /api/prompt', () => {
        resolve();
        return null;
      });
    });
    const submitted = client.submit({ promptId: id, graph, previewMethod: 'none' });
    await arrived;
    clock.pass(61_000);
    await expect(submitted).rejects.toBeInstanceOf(EngineUnreachable);
  });

  test('an answer that breaks off is unreachable', async () => {
    await openReady();
    engine.replies.set('POST /api/prompt', (_request, response: ServerResponse) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"prompt_id": "');
      setImmediate(() => response.socket?.destroy());
      return null;
    });
    await expect(client.submit({ promptId: id, graph, previewMethod: 'none' })).rejects.toBeInstanceOf(EngineUnreachable);
  });
});

describe('questions', () => {
  test('a kept connection that the engine had closed is tried once more, but never for a submit', async () => {
    await openReady();
    let asked = 0;
    engine.replies.set('GET /api/queue', (_request, response) => {
      // The second request arrives on the first one's connection.
      if (++asked === 2) {
        response.socket?.resetAndDestroy();
        return null;
      }
      return '{"queue_running": [], "queue_pending": []}';
    });
    await client.queue();
    await expect(client.queue()).resolves.toEqual({ running: [], pending: [] });
    expect(asked).toBe(3);
    engine.replies.set('POST /api/prompt', (_request, response) => {
      response.socket?.resetAndDestroy();
      return null;
    });
    await expect(client.submit({ promptId: id, graph, previewMethod: 'none' })).rejects.toBeInstanceOf(EngineUnreachable);
    expect(engine.requests.filter((request) => request.path === '/api/prompt')).toHaveLength(1);
  });

  test('history: null while it is not finished, an entry afterwards, bare NaN included', async () => {
    await openReady();
    engine.replies.set(`GET /api/history/${id}`, () => '{}');
    expect(await client.history(id)).toBeNull();
    engine.replies.set(
      `GET /api/history/${id}`,
      () =>
        `{"${id}": {"prompt": [0, "${id}", {"1": {"is_changed": [NaN]}}], "outputs": {"9": {"images": [{"filename": "a.png", "subfolder": "", "type": "output"}]}}, "status": {"status_str": "success", "completed": true, "messages": []}}}`,
    );
    expect(await client.history(id)).toMatchObject({ promptId: id, outcome: 'success', files: [{ filename: 'a.png' }] });
  });

  test('history that is cut, or no JSON, tells nothing: unreachable, not "unknown"', async () => {
    await openReady();
    engine.replies.set(`GET /api/history/${id}`, () => `{"${id}": {"out`);
    await expect(client.history(id)).rejects.toBeInstanceOf(EngineUnreachable);
    engine.replies.set(`GET /api/history/${id}`, () => ({ status: 500, body: 'Server got itself in trouble' }));
    await expect(client.history(id)).rejects.toMatchObject({
      key: 'engineAnswerUnexpected',
      params: { call: '/api/history', status: 500 },
    });
  });

  test('queue: prompt ids, also of other programs, whatever else is in there', async () => {
    await openReady();
    engine.replies.set('GET /api/queue', () =>
      JSON.stringify({ queue_running: [[0, id, {}, {}, []]], queue_pending: [[1, other, {}], null, 'x', []] }),
    );
    expect(await client.queue()).toEqual({ running: [id], pending: [other] });
  });

  test('object_info is asked for once, again when it must be fresh, and after a failure', async () => {
    await openReady();
    const path = 'GET /api/object_info';
    const asked = (): number => engine.requests.filter((request) => request.path === '/api/object_info').length;
    engine.replies.set(path, () => ({ status: 500 }));
    await expect(client.objectInfo()).rejects.toMatchObject({ key: 'engineAnswerUnexpected' });
    engine.replies.set(path, () => '{"A": {"input": {"required": {"x": ["INT", {}]}}}}');
    const [first, second] = await Promise.all([client.objectInfo(), client.objectInfo()]);
    expect(first).toBe(second);
    expect([...first.keys()]).toEqual(['A']);
    expect(await client.objectInfo()).toBe(first);
    expect(asked()).toBe(2);
    expect(await client.objectInfo(true)).not.toBe(first);
    expect(asked()).toBe(3);
  });

  test.each([
    ['0.28.0', id, [{ path: '/api/interrupt', body: `{"prompt_id":"${id}"}` }]],
    ['0.3.57', other, [{ path: '/api/interrupt', body: `{"prompt_id":"${id}"}` }]],
    // Older ones stop whatever runs: only if it is this one.
    ['0.3.56', id, [{ path: '/api/queue' }, { path: '/api/interrupt' }]],
    ['0.3.56', other, [{ path: '/api/queue' }]],
    ['nightly', other, [{ path: '/api/queue' }]],
  ])('interrupt on %s while %s runs', async (version, running, requests) => {
    await openReady();
    engine.replies.set('GET /api/system_stats', () => stats(version));
    engine.replies.set('GET /api/queue', () => JSON.stringify({ queue_running: [[0, running]], queue_pending: [] }));
    engine.replies.set('POST /api/interrupt', () => '');
    await client.interrupt(id);
    expect(engine.requests.filter((request) => request.path !== '/api/system_stats')).toMatchObject(requests);
  });

  test('forget takes the prompt out of the waiting list', async () => {
    await openReady();
    engine.replies.set('POST /api/queue', () => '');
    await client.forget(id);
    expect(engine.requests.at(-1)).toMatchObject({ method: 'POST', path: '/api/queue', body: `{"delete":["${id}"]}` });
  });

  test('upload sends the bytes unchanged and answers with what LoadImage takes', async () => {
    await openReady();
    engine.replies.set('POST /api/upload/image', () => '{"name": "a (1).png", "subfolder": "hearth\\\\x", "type": "input"}');
    const bytes = Buffer.from([0, 13, 10, 45, 45, 255, 254, 0]);
    expect(await client.upload(bytes, '한글 "q".png', 'hearth/x')).toBe('hearth/x/a (1).png');
    const body = engine.requests.at(-1)?.body ?? '';
    expect(body).toContain('name="subfolder"\r\n\r\nhearth/x\r\n');
    expect(body).toContain('name="overwrite"\r\n\r\ntrue\r\n');
    expect(body).toContain('filename="한글 %22q%22.png"');
    expect(body).toContain(`\r\n\r\n${bytes.toString('utf8')}\r\n--`);
  });

  test('view streams a file, is null for one that is gone', async () => {
    await openReady();
    const bytes = Buffer.alloc(300_000, 7);
    engine.replies.set('GET /api/view', (request) => (request.path.includes('gone') ? { status: 404 } : bytes));
    const stream = await client.view({ filename: 'a b&c.png', subfolder: 'x\\y', type: 'temp' });
    const parts: Uint8Array[] = [];
    for await (const part of stream ?? []) parts.push(part);
    expect(Buffer.concat(parts).equals(bytes)).toBe(true);
    expect(engine.requests.at(-1)?.path).toBe('/api/view?filename=a+b%26c.png&subfolder=x%5Cy&type=temp');
    expect(await client.view({ filename: 'gone.png', subfolder: '', type: 'output' })).toBeNull();
  });

  test('an engine below a path, with a password, is reached', async () => {
    const url = engine.url.replace('http://', 'http://me:secret@');
    engine.replies.set('GET /comfy/api/queue', () => '{"queue_running": [], "queue_pending": []}');
    open({ url: `${url}/comfy/` });
    expect(await client.queue()).toEqual({ running: [], pending: [] });
  });
});

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
    engine.send({ type: 'progress', data: { prompt_id: id, node: '3', value: 1, max: 2 } });
    await vi.waitFor(() => expect(client.isSocketOpen).toBe(true));
    expect(engine.sockets).toHaveLength(1);
    expect(of('socket').map((message) => message.isOpen)).toEqual([true, false, true]);
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

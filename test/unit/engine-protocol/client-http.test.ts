import { Buffer } from 'node:buffer';
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { EngineUnreachable } from '../../../electron/engine/client-types.ts';
import { accept, client, clock, engine, graph, id, open, openReady, other, playOnStage } from './client-stage.ts';

const stats = (version: string): string =>
  JSON.stringify({ system: { comfyui_version: version, python_version: '3.11.7', argv: [] }, devices: [{ name: 'cpu' }] });

playOnStage();

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

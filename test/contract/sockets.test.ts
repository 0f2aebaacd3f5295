import { randomUUID } from 'node:crypto';
import { describe, expect, inject, test } from 'vitest';
import { slow, solid } from './graphs.ts';
import { ask, finished, get, Listener, post, run, submit } from './wire.ts';

describe.each(inject('targets'))('sockets of $name', ({ url }) => {
  test('greet with the state of the queue and the id', async () => {
    const clientId = randomUUID();
    await using own = await Listener.open(url, clientId);
    expect(own.messages).toEqual([{ type: 'status', data: { status: { exec_info: { queue_remaining: 0 } }, sid: clientId } }]);
  });

  test('answer a client that introduces itself', async () => {
    await using own = await Listener.open(url, randomUUID(), { supports_preview_metadata: true });
    const { data } = await own.heard(({ type }) => type === 'feature_flags');
    expect(data).toMatchObject({ supports_preview_metadata: true, max_upload_size: expect.any(Number) });
    expect((await get(url, '/features')).json).toEqual(data);
  });

  test('tell everybody when the queue changes', async () => {
    await using own = await Listener.open(url, randomUUID());
    await run(url, solid());
    const [greeting] = own.messages;
    await own.heard((message) => message !== greeting && message.data.status?.exec_info.queue_remaining === 0);
    const told = own.messages
      .slice(1)
      .filter(({ type }) => type === 'status')
      .map(({ data }) => data.status.exec_info.queue_remaining);
    expect(told).toEqual([1, 1, 0]);
  });

  test('go on with a prompt after the client came back', async () => {
    const clientId = randomUUID();
    const first = await Listener.open(url, clientId);
    const id = await submit(url, slow(), { client_id: clientId });
    await first.heard(({ type, data }) => type === 'executing' && data.node === '1');
    await first[Symbol.asyncDispose]();
    await using again = await Listener.open(url, clientId);
    const { data } = await again.heard(({ type }) => type === 'executing');
    expect(data).toEqual({ node: expect.any(String) });
    await again.heard(({ type, data: later }) => type === 'executing' && later.prompt_id === id);
    await post(url, '/interrupt', { prompt_id: id });
    await again.ended(id);
  });

  test('hear nothing more once another one with the same id has closed', async () => {
    const clientId = randomUUID();
    const older = await Listener.open(url, clientId);
    await using newer = await Listener.open(url, clientId);
    const id = await submit(url, solid(), { client_id: clientId });
    await newer.ended(id);
    expect(older.about(id)).toEqual([]);
    await older[Symbol.asyncDispose]();
    // The engine notices the closed socket a moment later.
    const heardBefore = newer.messages.length;
    for (let tries = 0; tries < 20; tries++) await finished(url, await submit(url, solid(), { client_id: clientId }));
    const before = newer.messages.length;
    await finished(url, await submit(url, solid(), { client_id: clientId }));
    expect(newer.messages.length).toBe(before);
    expect(before).toBeGreaterThanOrEqual(heardBefore);
  });

  test('and requests from pages of another origin are refused', async () => {
    const { host, port } = new URL(url);
    for (const origin of ['http://127.0.0.1:5173', 'http://evil.example', `http://localhost:${port}`]) {
      expect((await ask(url, 'GET', '/queue', undefined, { Origin: origin })).status).toBe(403);
      await expect(Listener.open(url, 'x', undefined, { Origin: origin })).rejects.toThrow('403');
    }
    expect((await ask(url, 'OPTIONS', '/prompt', undefined, { Origin: 'http://127.0.0.1:5173' })).status).toBe(403);
    for (const origin of [`http://${host}`, 'null', 'file://']) {
      expect((await ask(url, 'GET', '/queue', undefined, { Origin: origin })).status).toBe(200);
    }
    expect((await ask(url, 'GET', '/queue', undefined, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
  });
});

import { writeFileSync } from 'node:fs';
import { connect as connectTcp, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { silentLog } from '../../../electron/lib/log.ts';
import { listen } from '../../../electron/web/http-server.ts';
import { openWebStage } from './web-stage.ts';

const { folder, token, server, artifact, get, close } = await openWebStage();
afterAll(close);

describe('clients that misbehave', () => {
  const raw = (): Promise<Socket> =>
    new Promise((resolve) => {
      const socket = connectTcp({ host: '127.0.0.1', port: server.port }, () => resolve(socket));
    });
  const ended = (socket: Socket): Promise<string> =>
    new Promise((resolve) => {
      let text = '';
      socket.on('data', (data) => {
        text += String(data);
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(text));
    });

  test('a request that never ends its headers is cut off', async () => {
    const socket = await raw();
    socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nX-Slow: `);
    expect(await ended(socket)).toMatch(/^(HTTP\/1\.1 408 |$)/);
  });

  test.each<[string, string]>([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['headers beyond all measure', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['two lengths', 'POST /inputs HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    ['a length and chunks', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['an upgrade to something else', 'GET /rpc HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'],
  ])('%s is refused, and the next request is served', async (_what, text) => {
    const socket = await raw();
    socket.write(text);
    expect(await ended(socket)).toMatch(/^HTTP\/1\.1 4/);
    expect((await get('/')).status).toBe(200);
  });

  test('who leaves in the middle of a picture disturbs nobody', async () => {
    writeFileSync(join(folder, 'large.bin'), Buffer.alloc(8 * 1024 * 1024));
    const id = artifact('large.bin', 'application/octet-stream', join(folder, 'large.bin'));
    const socket = await raw();
    const head = `GET /artifacts/${id} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    socket.write(head);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
    expect((await get('/')).status).toBe(200);
  });
});

describe('a port', () => {
  test('that is taken is told with what to do', async () => {
    const options = { token, log: silentLog, onSocket: () => {}, serveAsset: () => Promise.reject(new Error('nobody asks')) };
    const second = listen({ port: server.port, ...options });
    await expect(second).rejects.toMatchObject({ code: 'conflict', key: 'portTaken', params: { port: server.port } });
  });

  test('is free again after closing, with requests and sockets under way', async () => {
    const options = { token, log: silentLog, onSocket: () => {}, serveAsset: () => new Promise<never>(() => {}) };
    const one = await listen({ port: 0, ...options });
    const socket = new WebSocket(`ws://127.0.0.1:${one.port}/rpc`, { headers: { authorization: `Bearer ${token}` } });
    await new Promise((resolve) => socket.once('open', resolve));
    const pending = fetch(one.url, { headers: { authorization: `Bearer ${token}` } }).catch(() => 'cut');
    const gone = new Promise((resolve) => socket.once('close', resolve));
    await one.close();
    await gone;
    expect(await pending).toBe('cut');
    const again = await listen({ port: one.port, ...options });
    await again.close();
  });
});

import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect as connectTcp, type Socket } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { silentLog } from '../../../electron/lib/log.ts';
import { createAssets } from '../../../electron/web/assets.ts';
import { listen, type WebServer } from '../../../electron/web/http-server.ts';
import { loadToken } from '../../../electron/web/token.ts';
import { fileNameHeader, maxInputBytes } from '../../../shared/addresses.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { Artifact } from '../../../shared/artifact.ts';
import { nextId } from '../../fakes/fake-data.ts';

const folder = mkdtempSync(join(tmpdir(), 'hearth-web-'));
const rendererDir = join(folder, 'renderer');
const picture = Buffer.from('0123456789'.repeat(10));
const token = loadToken(folder);
const artifacts = new Map<string, { artifact: Artifact; file: string }>();
const added: { bytes: number; name: string }[] = [];
let server: WebServer;

const artifact = (name: string, mime: string, file: string): string => {
  const id = nextId();
  artifacts.set(id, {
    artifact: {
      id,
      jobId: nextId(),
      attemptId: nextId(),
      template: 'demo',
      node: '9',
      index: 0,
      kind: 'image',
      mime,
      name,
      path: 'x',
      sha256: 'ab'.repeat(32),
      bytes: picture.length,
      width: 1,
      height: 1,
      createdAt: new Date(0).toISOString(),
      isPartial: false,
    },
    file,
  });
  return id;
};
const previewId = nextId();
const inputValue = `${'cd'.repeat(32)}.png`;

beforeAll(async () => {
  mkdirSync(join(rendererDir, 'assets'), { recursive: true });
  writeFileSync(join(rendererDir, 'index.html'), '<!doctype html><title>Hearth</title>');
  writeFileSync(join(rendererDir, 'assets', 'index-abc.js'), 'export {}');
  writeFileSync(join(rendererDir, 'assets', 'noto-abc.woff2'), 'wOF2');
  writeFileSync(join(rendererDir, 'hearth.svg'), '<svg/>');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'picture.png'), picture);
  server = await listen({
    port: 0,
    token,
    log: silentLog,
    headersTimeoutMs: 500,
    onSocket: (socket) => socket.on('message', (data) => socket.send(data)),
    serveAsset: createAssets({
      rendererDir,
      artifact: (id) => artifacts.get(id),
      preview: (id) => (id === previewId ? { mime: 'image/jpeg', bytes: picture } : undefined),
      input: (value) => (value === inputValue ? { file: join(folder, 'picture.png'), mime: 'image/png' } : undefined),
      async addInput(bytes, name) {
        if (name === 'full.png') throw new AppError('storage', 'internal');
        if (name === 'bug.png') throw new Error('hunter2');
        added.push({ bytes: bytes.length, name });
        return { value: inputValue, name, bytes: bytes.length };
      },
      diagnose: () => Promise.reject(new Error('not asked for here')),
    }),
  });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
/** Sends the path exactly as given, which fetch would tidy up. */
const get = (path: string, headers: Record<string, string> = {}, method = 'GET', body?: Buffer): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const all = { authorization: `Bearer ${token}`, ...headers };
    const sent = request({ host: '127.0.0.1', port: server.port, path, method, headers: all }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
    });
    sent.once('error', reject);
    sent.end(body);
  });

describe('pages', () => {
  test('the start page has a policy without eval, is not kept, and is never framed', async () => {
    const { status, headers, body } = await get('/');
    expect(status).toBe(200);
    expect(body.toString()).toContain('Hearth');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['x-content-type-options']).toBe('nosniff');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self' 'unsafe-inline'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe-eval');
  });

  test.each([
    ['/assets/index-abc.js', 'text/javascript; charset=utf-8', 'private, max-age=31536000, immutable'],
    ['/assets/noto-abc.woff2', 'font/woff2', 'private, max-age=31536000, immutable'],
    ['/hearth.svg', 'image/svg+xml', 'no-cache'],
    ['/index.html?x=1', 'text/html; charset=utf-8', 'no-cache'],
  ])('%s is %s', async (path, type, caching) => {
    const { status, headers } = await get(path);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, type, caching]);
  });

  test.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e%2fsecret.txt',
    '/..%5csecret.txt',
    '/assets/%00',
    '/index.html%00.js',
    '/%',
    '/%c0%ae%c0%ae/secret.txt',
    '//etc/passwd',
    '/assets',
    '/',
    '/artifacts/../secret.txt',
    '/artifacts/..%2f..%2fsecret.txt',
    '/artifacts/%2fetc%2fpasswd',
    '/artifacts/',
    '/artifacts',
    '/artifacts/constructor',
    '/artifacts/__proto__',
    `/artifacts/${'0'.repeat(10_000)}`,
    '/previews/../../secret.txt',
    '/previews/x',
    '/inputs/..%2fsecret.txt',
    '/inputs/secret.txt',
    '/inputs/token',
    '/token',
    '/host.json',
  ])('%s leads nowhere outside', async (path) => {
    const { status, body } = await get(path);
    expect(body.toString()).not.toContain('secret');
    expect(body.toString()).not.toContain(token);
    expect(body.toString()).not.toContain('root:');
    expect(status).toBe(path === '/' ? 200 : 404);
  });

  test('a missing page says so in both languages, a missing picture to programs', async () => {
    const page = await get('/nothing');
    expect(page.body.toString()).toContain('There is nothing at this address');
    expect(page.body.toString()).toContain('이 주소에는 아무것도 없습니다');
    const id = nextId();
    const missing = await get(`/artifacts/${id}`);
    expect(missing.status).toBe(404);
    expect(JSON.parse(missing.body.toString())).toMatchObject({ code: 'not-found', key: 'noSuchArtifact', params: { id } });
  });

  test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'POST'])('%s is refused', async (method) => {
    expect((await get('/', {}, method)).status).toBe(405);
  });
});

describe('artifacts', () => {
  test('are whole, kept for ever, known by their digest, and never run', async () => {
    const id = artifact('2026-11-30 등대 "x".png', 'image/png', join(folder, 'picture.png'));
    const { status, headers, body } = await get(`/artifacts/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual(picture);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': '100',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      etag: `"${'ab'.repeat(32)}"`,
    });
    expect(headers['content-disposition']).toBe(
      `inline; filename="2026-11-30 __ _x_.png"; filename*=UTF-8''2026-11-30%20%EB%93%B1%EB%8C%80%20%22x%22.png`,
    );
    expect(headers['content-security-policy']).toContain('sandbox');
    expect((await get(`/artifacts/${id}?download=1`)).headers['content-disposition']).toMatch(/^attachment; /);
    const again = await get(`/artifacts/${id}`, { 'if-none-match': String(headers.etag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const head = await get(`/artifacts/${id}`, {}, 'HEAD');
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, '100', 0]);
  });

  test.each([
    ['bytes=0-9', 206, '0123456789', 'bytes 0-9/100'],
    ['bytes=95-', 206, '56789', 'bytes 95-99/100'],
    ['bytes=-3', 206, '789', 'bytes 97-99/100'],
    ['bytes=100-', 416, null, 'bytes */100'],
  ])('in part: %s', async (range, status, text, contentRange) => {
    const id = artifact('a.mp4', 'video/mp4', join(folder, 'picture.png'));
    const answer = await get(`/artifacts/${id}`, { range });
    expect([answer.status, answer.headers['content-range']]).toEqual([status, contentRange]);
    if (text !== null) expect(answer.body.toString()).toBe(text);
  });

  test('whose file is gone are missing, not an error', async () => {
    const id = artifact('gone.png', 'image/png', join(folder, 'gone.png'));
    expect((await get(`/artifacts/${id}`)).status).toBe(404);
  });

  test('that are empty are empty', async () => {
    writeFileSync(join(folder, 'empty.txt'), '');
    const id = artifact('empty.txt', 'text/plain', join(folder, 'empty.txt'));
    const { status, body } = await get(`/artifacts/${id}`);
    expect([status, body.length]).toEqual([200, 0]);
  });

  test('an attempt that has ended has no preview: an empty answer, no error in the page', async () => {
    const { status, body } = await get('/previews/00000000-0000-4000-8000-000000000000');
    expect(status).toBe(204);
    expect(body.length).toBe(0);
  });
  test('previews are never kept', async () => {
    const { status, headers, body } = await get(`/previews/${previewId}`);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/jpeg', 'no-store']);
    expect(body).toEqual(picture);
  });
});

describe('given files', () => {
  const name = { [fileNameHeader]: encodeURIComponent('고양이 (1).png') };
  test('are stored byte for byte under their name, and can be read again', async () => {
    added.length = 0;
    const { status, body } = await get('/inputs', name, 'POST', picture);
    expect(status).toBe(200);
    expect(JSON.parse(body.toString())).toEqual({ value: inputValue, name: '고양이 (1).png', bytes: 100 });
    expect(added).toEqual([{ bytes: 100, name: '고양이 (1).png' }]);
    expect((await get(`/inputs/${inputValue}`)).body).toEqual(picture);
  });

  test.each<[string, Record<string, string>, number, string]>([
    ['without a name', {}, 400, 'webNoFileName'],
    ['with a broken name', { [fileNameHeader]: '%' }, 400, 'webNoFileName'],
    ['when there is no room', { [fileNameHeader]: 'full.png' }, 507, 'internal'],
  ])('%s are refused in words', async (_what, headers, status, key) => {
    const answer = await get('/inputs', headers, 'POST', picture);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body.toString())).toMatchObject({ key });
  });

  test('that break the service are an internal error without its words', async () => {
    const answer = await get('/inputs', { [fileNameHeader]: 'bug.png' }, 'POST', picture);
    expect(answer.status).toBe(500);
    expect(answer.body.toString()).not.toContain('hunter2');
  });

  test('that are too large are refused before they are read', async () => {
    const answer = await new Promise<number>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, ...name, 'content-length': String(maxInputBytes + 1) };
      const sent = request({ host: '127.0.0.1', port: server.port, path: '/inputs', method: 'POST', headers }, (response) => {
        resolve(response.statusCode ?? 0);
        response.resume();
        sent.destroy();
      });
      sent.once('error', reject);
      sent.write(picture);
    });
    expect(answer).toBe(413);
  });

  test('that say nothing of their size are cut off at the limit', async () => {
    added.length = 0;
    const chunk = Buffer.alloc(4 * 1024 * 1024);
    const status = await new Promise<number>((resolve, reject) => {
      let isAnswered = false;
      const headers = { authorization: `Bearer ${token}`, ...name };
      const sent = request({ host: '127.0.0.1', port: server.port, path: '/inputs', method: 'POST', headers }, (response) => {
        isAnswered = true;
        resolve(response.statusCode ?? 0);
        response.resume();
        sent.destroy();
      });
      sent.once('error', (error) => (isAnswered ? undefined : reject(error)));
      const push = (): void => {
        while (!isAnswered && !sent.destroyed) if (!sent.write(chunk)) return void sent.once('drain', push);
      };
      push();
    });
    expect(status).toBe(413);
    expect(added).toEqual([]);
  });
});

describe('the door', () => {
  test('exchanges the token for a cookie and leads to the start page', async () => {
    const first = await fetch(`${server.url}/?token=${token}`, { redirect: 'manual' });
    expect([first.status, first.headers.get('location'), first.headers.get('referrer-policy')]).toEqual([
      303,
      '/',
      'no-referrer',
    ]);
    const cookie = String(first.headers.get('set-cookie')).split(';')[0] ?? '';
    expect((await fetch(server.url, { headers: { cookie } })).status).toBe(200);
  });

  test.each<[string, string, Record<string, string>, number, string]>([
    ['without a token', '/', {}, 401, 'does not know this browser'],
    ['with a wrong token', '/?token=x', {}, 401, 'token of another Hearth'],
    ['from another origin', '/', { origin: 'https://evil.example' }, 403, 'evil.example'],
  ])('%s says why in both languages', async (_what, path, headers, status, words) => {
    const answer = await fetch(server.url + path, { headers: { accept: 'text/html', ...headers } });
    const page = await answer.text();
    expect(answer.status).toBe(status);
    expect(page).toContain(words);
    expect(page).toMatch(/[가-힣]/);
  });

  test('turns a stranger name away, and does not repeat it unescaped', async () => {
    const answer = await get('/', { host: '<script>alert(1)</script>', accept: 'text/html' });
    expect(answer.status).toBe(403);
    expect(answer.body.toString()).not.toContain('<script>');
  });

  test('is open on loopback only', async () => {
    const outside = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .find((address) => !address.internal && address.family === 'IPv4');
    const tries = ['127.0.0.2', ...(outside ? [outside.address] : [])];
    for (const host of tries) {
      const outcome = await new Promise<string>((resolve) => {
        const socket = connectTcp({ host, port: server.port });
        socket.once('connect', () => resolve('open'));
        socket.once('error', () => resolve('closed'));
        socket.once('close', () => socket.destroy());
      });
      expect(`${host} ${outcome}`).toBe(`${host} closed`);
    }
  });
});

describe('sockets', () => {
  const open = (path: string, headers: Record<string, string>): Promise<string> =>
    new Promise((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path}`, { headers });
      socket.once('open', () => {
        socket.terminate();
        resolve('open');
      });
      socket.once('unexpected-response', (_request, response) => {
        resolve(String(response.statusCode));
        response.destroy();
      });
      socket.once('error', () => resolve('error'));
    });
  test.each<[string, string, Record<string, string>, string]>([
    ['with Bearer', '/rpc', { authorization: `Bearer ${token}` }, 'open'],
    ['with a wrong token', '/rpc', { authorization: 'Bearer x' }, '401'],
    ['without one', '/rpc', {}, '401'],
    ['from another site', '/rpc', { authorization: `Bearer ${token}`, origin: 'https://evil.example' }, '403'],
    ['under another name', '/rpc', { authorization: `Bearer ${token}`, host: 'evil.example' }, '403'],
    ['elsewhere', '/other', { authorization: `Bearer ${token}` }, '404'],
  ])('%s', async (_what, path, headers, expected) => {
    expect(await open(path, headers)).toBe(expected);
  });
});

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
    const options = { token, log: silentLog, onSocket: () => {}, serveAsset: createAssets({} as never) };
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

describe('the token', () => {
  test('is kept across restarts, for its owner only', () => {
    expect(loadToken(folder)).toBe(token);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(statSync(join(folder, 'token')).mode & 0o777).toBe(0o600);
  });

  test('that was cut or opened to others is made right', () => {
    const other = mkdtempSync(join(tmpdir(), 'hearth-token-'));
    writeFileSync(join(other, 'token'), 'short', { mode: 0o644 });
    const fresh = loadToken(other);
    expect(fresh).toMatch(/^[\w-]{43}$/);
    expect(loadToken(other)).toBe(fresh);
    expect(statSync(join(other, 'token')).mode & 0o777).toBe(0o600);
    rmSync(other, { recursive: true });
  });
});

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { loadToken } from '../../../electron/web/token.ts';
import { openWebStage } from './web-stage.ts';

const { folder, token, server, get, close } = await openWebStage();
afterAll(close);

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

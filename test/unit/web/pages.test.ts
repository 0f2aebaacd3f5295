import { afterAll, describe, expect, test } from 'vitest';
import { nextId } from '../../fakes/fake-data.ts';
import { openWebStage } from './web-stage.ts';

const { token, get, close } = await openWebStage();
afterAll(close);

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

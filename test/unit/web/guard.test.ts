import { describe, expect, test } from 'vitest';
import { cookieName, judge, type Knock, type Verdict } from '../../../electron/web/guard.ts';

const token = 'a'.repeat(43);
const port = 8199;
const host = `127.0.0.1:${port}`;
const own = `http://${host}`;

const ask = (change: Omit<Partial<Knock>, 'headers'> & { headers?: Knock['headers'] } = {}): Verdict =>
  judge({ method: 'GET', url: '/', isUpgrade: false, ...change, headers: { host, ...change.headers } }, token, port);

/** The cookie as a browser sends it back. */
const cookie = (): string => {
  const verdict = ask({ url: `/?token=${token}` });
  if (verdict.kind !== 'welcome') throw new Error('not welcome');
  return String(verdict.cookie.split(';')[0]);
};
const verdictOf = (verdict: Verdict): string => (verdict.kind === 'refuse' ? `${verdict.status} ${verdict.key}` : verdict.kind);

describe('the cookie', () => {
  test('is for this port, HttpOnly, SameSite=Strict, and does not hold the token', () => {
    const verdict = ask({ url: `/?token=${token}` });
    expect(verdict.kind).toBe('welcome');
    if (verdict.kind !== 'welcome') return;
    expect(verdict.cookie).toMatch(/^hearth-8199=[\w-]+; HttpOnly; SameSite=Strict; Path=\/; Max-Age=\d+$/);
    expect(verdict.cookie).not.toContain(token);
  });

  test('is of no use as a token', () => {
    const value = cookie().split('=')[1];
    expect(verdictOf(ask({ url: `/?token=${value}` }))).toBe('401 webWrongToken');
    expect(verdictOf(ask({ headers: { authorization: `Bearer ${value}` } }))).toBe('401 webWrongToken');
  });

  test('is found among others', () => {
    const jar = `hearth-8188=old; theme=dark; ${cookie()} ; x`;
    expect(verdictOf(ask({ headers: { cookie: jar } }))).toBe('pass');
  });
});

describe('who may come in', () => {
  test.each<[string, Parameters<typeof ask>[0], string]>([
    ['the right token at the door', { url: `/?token=${token}` }, 'welcome'],
    [
      'a link to the door from another site',
      {
        url: `/?token=${token}`,
        headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
      },
      'welcome',
    ],
    ['a wrong token', { url: '/?token=b' }, '401 webWrongToken'],
    ['a token that only begins right', { url: `/?token=${token.slice(0, -1)}` }, '401 webWrongToken'],
    ['an empty token', { url: '/?token=' }, '401 webWrongToken'],
    ['a wrong token with the right cookie', { url: '/?token=b', headers: { cookie: 'COOKIE' } }, '401 webWrongToken'],
    ['the token anywhere else', { url: `/artifacts/x?token=${token}` }, '401 webNoToken'],
    ['the token in a POST', { method: 'POST', url: `/?token=${token}` }, '401 webNoToken'],
    ['nothing', {}, '401 webNoToken'],
    ['the cookie', { headers: { cookie: 'COOKIE' } }, 'pass'],
    ['a cookie of another port', { headers: { cookie: `${cookieName(1)}=x` } }, '401 webNoToken'],
    ['a wrong cookie', { headers: { cookie: `${cookieName(port)}=x` } }, '401 webNoToken'],
    ['Bearer', { headers: { authorization: `Bearer ${token}` } }, 'pass'],
    ['a wrong Bearer', { headers: { authorization: 'Bearer x' } }, '401 webWrongToken'],
    ['a wrong Bearer with the right cookie', { headers: { authorization: 'Bearer x', cookie: 'COOKIE' } }, '401 webWrongToken'],
    ['another way to sign in', { headers: { authorization: `Basic ${token}` } }, '401 webNoToken'],
  ])('%s', (_what, knock, expected) => {
    const headers = { ...knock?.headers };
    if (headers.cookie === 'COOKIE') headers.cookie = cookie();
    expect(verdictOf(ask({ ...knock, headers }))).toBe(expected);
  });
});

describe('a stranger that knows the token', () => {
  const authorization = `Bearer ${token}`;
  test.each<[string, Knock['headers'], string]>([
    ['our name', {}, 'pass'],
    ['localhost', { host: `localhost:${port}` }, 'pass'],
    ['the IPv6 name', { host: `[::1]:${port}` }, 'pass'],
    ['a domain that resolves to this machine', { host: `evil.example:${port}` }, '403 webWrongHost'],
    ['a domain that begins like ours', { host: `127.0.0.1.evil.example:${port}` }, '403 webWrongHost'],
    ['another port', { host: '127.0.0.1:80' }, '403 webWrongHost'],
    ['no port', { host: '127.0.0.1' }, '403 webWrongHost'],
    ['no host', { host: undefined }, '403 webWrongHost'],
    ['our own origin', { origin: own }, 'pass'],
    ['another site', { origin: 'https://evil.example' }, '403 webWrongOrigin'],
    ['another port of this machine', { origin: 'http://127.0.0.1:3000' }, '403 webWrongOrigin'],
    ['https of the same name', { origin: `https://${host}` }, '403 webWrongOrigin'],
    ['our other name', { origin: `http://localhost:${port}` }, '403 webWrongOrigin'],
    ['a sandboxed frame', { origin: 'null' }, '403 webWrongOrigin'],
    ['a picture on another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, '403 webWrongOrigin'],
    ['a picture on another port', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }, '403 webWrongOrigin'],
    [
      'a frame on another site',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      '403 webWrongOrigin',
    ],
    ['our own page', { 'sec-fetch-site': 'same-origin' }, 'pass'],
    ['an address typed by hand', { 'sec-fetch-site': 'none' }, 'pass'],
  ])('comes from %s', (_what, headers, expected) => {
    const all = { authorization, ...headers };
    expect(verdictOf(judge({ method: 'GET', url: '/', isUpgrade: false, headers: { host, ...all } }, token, port))).toBe(
      expected,
    );
  });

  test('may not visit anything but the door from another site', () => {
    const headers = {
      cookie: cookie(),
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    expect(verdictOf(ask({ headers }))).toBe('pass');
    expect(verdictOf(ask({ url: '/artifacts/x', headers }))).toBe('403 webWrongOrigin');
    expect(verdictOf(ask({ method: 'POST', headers }))).toBe('403 webWrongOrigin');
  });
});

describe('a socket', () => {
  test.each<[string, Knock['headers'], string]>([
    ['from our page', { cookie: 'COOKIE', origin: own }, 'pass'],
    ['from the command line', { authorization: `Bearer ${token}` }, 'pass'],
    ['with a cookie but from nowhere', { cookie: 'COOKIE' }, '403 webWrongOrigin'],
    ['with a cookie from another site', { cookie: 'COOKIE', origin: 'https://evil.example' }, '403 webWrongOrigin'],
    ['without anything', {}, '401 webNoToken'],
  ])('%s', (_what, headers, expected) => {
    const all = headers.cookie === 'COOKIE' ? { ...headers, cookie: cookie() } : headers;
    expect(verdictOf(ask({ url: '/rpc', isUpgrade: true, headers: all }))).toBe(expected);
  });

  test('is not let in by a token in its address', () => {
    expect(verdictOf(ask({ url: `/?token=${token}`, isUpgrade: true }))).toBe('401 webNoToken');
  });
});

test.each(['//', '/%', '?', '', '*', 'http://evil.example/', '/\u0000', '/?token[]=1', `/?${'a'.repeat(100_000)}`])(
  'an odd address (%#) is refused, not a crash',
  (url) => {
    expect(verdictOf(ask({ url }))).toBe('401 webNoToken');
  },
);

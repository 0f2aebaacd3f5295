import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorKey, WordParams } from '../../shared/words.ts';
import { readTarget } from './target.ts';

/** What is known of a request before anything of it is believed. */
export interface Knock {
  method: string;
  /** Path with query, as sent. */
  url: string;
  headers: IncomingHttpHeaders;
  isUpgrade: boolean;
}

export type Verdict =
  | { kind: 'pass' }
  /** The token was right: set this cookie and send the browser to `/`. */
  | { kind: 'welcome'; cookie: string }
  | { kind: 'refuse'; status: 401 | 403; key: ErrorKey; params: WordParams };

/** Equal without telling by time where they differ. */
const isSame = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());

/** The cookie's name holds the port: browsers keep one jar for all ports of a host. */
export const cookieName = (port: number): string => `hearth-${port}`;

/** What the cookie holds: made from the token, but of no use as one. */
const cookieValue = (token: string): string => createHmac('sha256', token).update('cookie').digest('base64url');

const readCookie = (header: string | undefined, name: string): string | undefined => {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
};

const refuse = (status: 401 | 403, key: ErrorKey, params: WordParams = {}): Verdict => ({ kind: 'refuse', status, key, params });

/**
 * Decides who may talk to a host that listens on loopback. Every local program and every website that a browser on this machine
 * shows can reach that port, so: our own name only (a stranger's domain may resolve to 127.0.0.1), our own pages only (Origin and
 * Sec-Fetch-Site; other ports of this machine are the "same site"), and the token, as cookie or Bearer. Pure.
 */
export function judge({ method, url, headers, isUpgrade }: Knock, token: string, port: number): Verdict {
  const host = headers.host ?? '';
  const names = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
  if (!names.includes(host.toLowerCase())) return refuse(403, 'webWrongHost', { host: host.slice(0, 200) });

  const { origin } = headers;
  if (origin !== undefined && origin !== `http://${host}`) return refuse(403, 'webWrongOrigin', { origin: origin.slice(0, 200) });

  const { path, query } = readTarget(url);
  const given = path === '/' ? query.get('token') : null;
  const site = headers['sec-fetch-site'];
  // A link to the start page may stand anywhere; everything else only our own pages load.
  const isVisit =
    method === 'GET' && path === '/' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isVisit)
    return refuse(403, 'webWrongOrigin', { origin: String(site) });

  const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return isSame(bearer, token) ? { kind: 'pass' } : refuse(401, 'webWrongToken');

  if (given !== null && method === 'GET' && !isUpgrade) {
    if (!isSame(given, token)) return refuse(401, 'webWrongToken');
    const cookie = `${cookieName(port)}=${cookieValue(token)}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000`;
    return { kind: 'welcome', cookie };
  }

  const cookie = readCookie(headers.cookie, cookieName(port));
  if (cookie === undefined || !isSame(cookie, cookieValue(token))) return refuse(401, 'webNoToken');
  // A browser names the origin of every socket; whoever holds a cookie but does not, is none.
  if (isUpgrade && origin === undefined) return refuse(403, 'webWrongOrigin', { origin: '?' });
  return { kind: 'pass' };
}

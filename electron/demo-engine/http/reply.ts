import { type Writable, writeJson } from '../python/json.ts';

/** An answer before it is written. A file is streamed; a body of null is empty. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer | null;
  file: { path: string; start: number; end: number } | null;
}

export const reply = (status: number, headers: Record<string, string>, body: string | Buffer | null): Reply => ({
  status,
  headers,
  body,
  file: null,
});

export const json = (value: Writable, status = 200): Reply =>
  reply(status, { 'Content-Type': 'application/json; charset=utf-8' }, writeJson(value));

export const text = (status: number, body: string, headers: Record<string, string> = {}): Reply =>
  reply(status, { 'Content-Type': 'text/plain; charset=utf-8', ...headers }, body);

/** Nothing but a status: how commands succeed, and how most refusals look. */
export const empty = (status = 200): Reply => reply(status, {}, null);

/** A path that nobody serves. */
export const notFound = (): Reply => reply(404, { 'Content-Type': 'application/octet-stream' }, null);

export const methodNotAllowed = (allow: readonly string[]): Reply =>
  text(405, '405: Method Not Allowed', { Allow: allow.join(',') });

export const serverError = (): Reply =>
  text(500, '500 Internal Server Error\n\nServer got itself in trouble', { Connection: 'close' });

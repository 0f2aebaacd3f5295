import { AppError, type ErrorCode, type WireError } from '../../shared/app-error.ts';
import { en } from '../../shared/i18n/en.ts';
import { ko } from '../../shared/i18n/ko.ts';
import { type ErrorKey, fill, type WordParams } from '../../shared/words.ts';
import type { ByteRange } from './range.ts';

/** An answer before a host turns it into its own kind: Node's response, or the Response that Electron wants. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array | { file: string; range: ByteRange } | null;
}

/** On every answer: nothing is guessed from bytes, nothing is framed, no address leaks, no other site embeds it. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

const codes: ReadonlyMap<number, ErrorCode> = new Map([
  [404, 'not-found'],
  [500, 'internal'],
  [507, 'storage'],
]);

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A refusal in words, in both languages: nobody knows yet which one this person reads. */
const page = (key: ErrorKey, params: WordParams): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Hearth</title>
<style>body{font:16px/1.6 system-ui,sans-serif;max-width:40em;margin:15vh auto;padding:0 1em;color-scheme:light dark}</style>
<h1>Hearth</h1><p>${escaped(fill(en.errors[key], params))}</p><p lang="ko">${escaped(fill(ko.errors[key], params))}</p>
<p><a href="/">Hearth</a></p></html>
`;

/** A refusal: JSON (a WireError) for programs, a page for people. */
export function refusal(status: number, key: ErrorKey, params: WordParams = {}, wantsPage = false): Reply {
  const error = new AppError(codes.get(status) ?? 'invalid-input', key, params);
  return wantsPage
    ? {
        status,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
        },
        body: page(key, params),
      }
    : wireReply(status, error.toWire());
}

/** A WireError as an answer. */
export const wireReply = (status: number, error: WireError): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  body: JSON.stringify(error),
});

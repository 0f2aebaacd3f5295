import type { Stats } from 'node:fs';
import { type Reply, reply } from './reply.ts';
import type { EngineRequest } from './request.ts';

/** A file with what HTTP knows about files: ETag, date, and one range of bytes. */
export const fileReply = (request: EngineRequest, path: string, stats: Stats, headers: Record<string, string>): Reply => {
  const etag = `"${Math.round(stats.mtimeMs * 1_000_000).toString(16)}-${stats.size.toString(16)}"`;
  const modified = new Date(Math.floor(stats.mtimeMs / 1000) * 1000);
  const all = { ...headers, Etag: etag, 'Last-Modified': modified.toUTCString(), 'Accept-Ranges': 'bytes' };
  const since = Date.parse(String(request.headers['if-modified-since'] ?? ''));
  const known = request.headers['if-none-match'];
  if (known !== undefined ? known.includes(etag) || known === '*' : since >= modified.getTime()) {
    return reply(304, { Etag: etag, 'Last-Modified': modified.toUTCString() }, null);
  }
  const range = readRange(request.headers.range, stats.size);
  if (range === 'wrong') return reply(416, { 'Content-Range': `bytes */${stats.size}` }, null);
  const [start, end] = range ?? [0, stats.size - 1];
  return {
    status: range ? 206 : 200,
    headers: {
      ...all,
      'Content-Length': String(end - start + 1),
      ...(range ? { 'Content-Range': `bytes ${start}-${end}/${stats.size}` } : {}),
    },
    body: null,
    file: { path, start, end },
  };
};

/** First and last byte; null: the whole file; wrong: nothing of it is there. Pure. */
export const readRange = (header: string | undefined, size: number): [start: number, end: number] | null | 'wrong' => {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(size - 1, Number(to));
  return start > end || start >= size ? 'wrong' : [start, end];
};

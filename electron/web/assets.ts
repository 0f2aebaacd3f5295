import { stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { fileNameHeader, inputsUrl, logsUrl, maxInputBytes } from '../../shared/addresses.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Artifact } from '../../shared/artifact.ts';
import { type DiagnoseFile, diagnoseUpload } from './diagnose-upload.ts';
import { createGivenLogs } from './given-logs.ts';
import { mimeOf } from './mime.ts';
import { parseRange } from './range.ts';
import { type Reply, refusal, wireReply } from './reply.ts';
import { readTarget } from './target.ts';

/** A request that the host's guard let through. */
export interface AssetRequest {
  method: string;
  /** Path with query, as sent. */
  url: string;
  /** Names in lower case. */
  header(name: string): string | undefined;
  body: AsyncIterable<Uint8Array> | null;
}
export type ServeAsset = (request: AssetRequest) => Promise<Reply>;

/** Where the bytes come from; app.ts puts the services in. */
export interface AssetSources {
  /** Folder of the built renderer. */
  rendererDir: string;
  artifact(id: string): { artifact: Artifact; file: string } | undefined;
  preview(attemptId: string): { mime: string; bytes: Uint8Array } | undefined;
  input(value: string): { file: string; mime: string } | undefined;
  diagnose: DiagnoseFile;
  /** Where logs that somebody gave lie while they are read: a folder of its own, emptied at once. */
  givenLogsDir: string;
  addInput(bytes: Uint8Array, fileName: string): Promise<{ value: string; name: string; bytes: number }>;
}

/** Pages run our own scripts only, without eval; Mantine writes inline styles; sockets and pictures come from here. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Made or given files are shown, never run, whatever is inside them. */
const filePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";
const forever = 'private, max-age=31536000, immutable';
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Everything that both hosts serve besides the contract: pages, artifacts, previews, given files. Ids only, never paths. */
export function createAssets(sources: AssetSources): ServeAsset {
  const givenLogs = createGivenLogs(sources.givenLogsDir);
  return async (request) => {
    const { path, query } = readTarget(request.url);
    const [, place = '', id = '', more] = decode(path)?.split('/') ?? [];
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (path === inputsUrl && request.method === 'POST') return addInput(request);
    if (path === logsUrl && request.method === 'POST') return diagnoseUpload(request, query, givenLogs, sources.diagnose);
    if (!isRead) return refusal(405, 'webWrongMethod', { method: request.method.slice(0, 20) });
    if (more === undefined && place === 'artifacts' && id) return artifact(request, id, query.get('download') === '1');
    if (more === undefined && place === 'previews' && id) return preview(id);
    if (more === undefined && place === 'inputs' && id) return input(request, id);
    return rendererFile(request, path === '/' ? '/index.html' : path);
  };

  async function artifact(request: AssetRequest, id: string, isDownload: boolean): Promise<Reply> {
    const found = uuid.test(id) ? sources.artifact(id) : undefined;
    const missing = refusal(404, 'noSuchArtifact', { id: id.slice(0, 40) });
    if (!found) return missing;
    const reply = await file(request, found.file, {
      'content-type': found.artifact.mime,
      'content-disposition': `${isDownload ? 'attachment' : 'inline'}; ${fileNames(found.artifact.name)}`,
      'content-security-policy': filePolicy,
      'cache-control': forever,
      etag: `"${found.artifact.sha256}"`,
    });
    return reply ?? missing;
  }

  function preview(attemptId: string): Reply {
    if (!uuid.test(attemptId)) return refusal(404, 'webNotFound');
    const found = sources.preview(attemptId);
    // A page may ask for what ended a moment ago: that there is nothing to show any more is an answer, not an error.
    if (!found) return { status: 204, headers: { 'cache-control': 'no-store' }, body: null };
    const headers = { 'content-type': found.mime, 'cache-control': 'no-store', 'content-security-policy': filePolicy };
    return { status: 200, headers, body: found.bytes };
  }

  async function input(request: AssetRequest, value: string): Promise<Reply> {
    const found = /^[0-9a-f]{64}\.[a-z0-9]{1,8}$/.test(value) ? sources.input(value) : undefined;
    if (!found) return refusal(404, 'webNotFound');
    const reply = await file(request, found.file, {
      'content-type': found.mime,
      'content-security-policy': filePolicy,
      'cache-control': forever,
      etag: `"${value}"`,
    });
    return reply ?? refusal(404, 'webNotFound');
  }

  async function addInput(request: AssetRequest): Promise<Reply> {
    const name = decode(request.header(fileNameHeader) ?? '');
    if (!name) return refusal(400, 'webNoFileName');
    const tooLarge = refusal(413, 'webTooLarge', { max: maxInputBytes / 1024 / 1024 });
    if (Number(request.header('content-length') ?? 0) > maxInputBytes) return tooLarge;
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of request.body ?? []) {
      bytes += chunk.length;
      if (bytes > maxInputBytes) return tooLarge;
      chunks.push(chunk);
    }
    try {
      const stored = await sources.addInput(Buffer.concat(chunks), name);
      return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(stored) };
    } catch (error) {
      if (error instanceof AppError) return wireReply(error.code === 'storage' ? 507 : 400, error.toWire());
      throw error;
    }
  }

  async function rendererFile(request: AssetRequest, path: string): Promise<Reply> {
    const wanted = decode(path);
    const root = resolve(sources.rendererDir);
    const full = wanted === undefined || wanted.includes('\0') ? root : resolve(join(root, wanted));
    if (!full.startsWith(root + sep)) return refusal(404, 'webNotFound', {}, true);
    const isPage = full === join(root, 'index.html');
    // Vite puts a digest of the content into the names of what lies in `assets`.
    const isDigested = full.startsWith(join(root, 'assets') + sep);
    const reply = await file(request, full, { 'content-type': mimeOf(full), 'cache-control': isDigested ? forever : 'no-cache' });
    if (!reply) return refusal(404, isPage ? 'webNoPage' : 'webNotFound', {}, true);
    return isPage ? { ...reply, headers: { ...reply.headers, 'content-security-policy': pagePolicy } } : reply;
  }
}

/** A file from disk, whole or in part, or nothing new for who has it. undefined when it is gone. */
async function file(request: AssetRequest, path: string, headers: Record<string, string>): Promise<Reply | undefined> {
  const facts = await stat(path).catch(() => undefined);
  if (!facts?.isFile()) return undefined;
  if (headers.etag !== undefined && request.header('if-none-match') === headers.etag) return { status: 304, headers, body: null };
  const ranged = { ...headers, 'accept-ranges': 'bytes' };
  const range = parseRange(request.header('range'), facts.size);
  if (range === 'none') {
    const reply = refusal(416, 'webBadRange');
    return { ...reply, headers: { ...reply.headers, 'content-range': `bytes */${facts.size}` } };
  }
  const part = range ?? { start: 0, end: facts.size - 1 };
  const sized = { ...ranged, 'content-length': String(part.end - part.start + 1) };
  return {
    status: range ? 206 : 200,
    headers: range ? { ...sized, 'content-range': `bytes ${part.start}-${part.end}/${facts.size}` } : sized,
    body: request.method === 'HEAD' || facts.size === 0 ? null : { file: path, range: part },
  };
}

/** Undoes percent-encoding; undefined for what is none. */
const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** The name twice, as RFC 6266 wants it: plain for old programs, exact for the others. */
const fileNames = (name: string): string =>
  `filename="${name.replace(/[^\x20-\x7e]|["\\]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;

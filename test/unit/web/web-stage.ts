import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '../../../electron/lib/log.ts';
import { createAssets } from '../../../electron/web/assets.ts';
import { listen, type WebServer } from '../../../electron/web/http-server.ts';
import { loadToken } from '../../../electron/web/token.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { Artifact } from '../../../shared/artifact.ts';
import { nextId } from '../../fakes/fake-data.ts';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A web server over a folder of its own, with a page, a picture, a preview and an input to serve. */
export interface WebStage {
  folder: string;
  token: string;
  server: WebServer;
  /** 100 bytes, also in `picture.png` of the folder. */
  picture: Buffer;
  previewId: string;
  inputValue: string;
  /** Inputs that were given. */
  added: { bytes: number; name: string }[];
  /** Makes an artifact known; answers with its id. */
  artifact(name: string, mime: string, file: string): string;
  /** Sends the path exactly as given, which fetch would tidy up. */
  get(path: string, headers?: Record<string, string>, method?: string, body?: Buffer): Promise<Answer>;
  close(): Promise<void>;
}

export const openWebStage = async (): Promise<WebStage> => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-web-'));
  const rendererDir = join(folder, 'renderer');
  const picture = Buffer.from('0123456789'.repeat(10));
  const token = loadToken(folder);
  const artifacts = new Map<string, { artifact: Artifact; file: string }>();
  const added: WebStage['added'] = [];
  const previewId = nextId();
  const inputValue = `${'cd'.repeat(32)}.png`;
  mkdirSync(join(rendererDir, 'assets'), { recursive: true });
  writeFileSync(join(rendererDir, 'index.html'), '<!doctype html><title>Hearth</title>');
  writeFileSync(join(rendererDir, 'assets', 'index-abc.js'), 'export {}');
  writeFileSync(join(rendererDir, 'assets', 'noto-abc.woff2'), 'wOF2');
  writeFileSync(join(rendererDir, 'hearth.svg'), '<svg/>');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'picture.png'), picture);
  const server = await listen({
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
      givenLogsDir: join(folder, 'given-logs'),
      diagnose: () => Promise.reject(new Error('not asked for here')),
    }),
  });
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
  const close = async (): Promise<void> => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, token, server, picture, previewId, inputValue, added, artifact, get, close };
};

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../../electron/cli/run-cli.ts';
import { silentLog } from '../../../electron/lib/log.ts';
import { createAssets } from '../../../electron/web/assets.ts';
import { listen } from '../../../electron/web/http-server.ts';
import { socketPort } from '../../../electron/web/ports.ts';
import { AppError } from '../../../shared/app-error.ts';
import { createFakeHost, type FakeHost, type FakeState } from '../../fakes/fake-host.ts';

/** What a command did. */
export interface Outcome {
  code: number;
  out: string;
  err: string;
  /** The one JSON document; fails when there is another number of them. */
  json(): ReturnType<typeof JSON.parse>;
}

/** Runs one command line in this process. */
export async function hearth(words: string[], env: NodeJS.ProcessEnv = {}, cwd = tmpdir()): Promise<Outcome> {
  let out = '';
  let err = '';
  const code = await runCli(words, {
    platform: 'linux',
    env,
    home: '/nowhere',
    cwd,
    isJson: words.includes('--json'),
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { code, out, err, json: () => JSON.parse(out) };
}

/** A host in memory behind a real socket. */
export interface ListeningHost extends FakeHost, AsyncDisposable {
  url: string;
  token: string;
  folder: string;
  /** Names and bytes of pictures that were given. */
  given: { name: string; bytes: number }[];
  hearth(...words: string[]): Promise<Outcome>;
  /** Ends the listening, as a host does that dies. */
  stop(): Promise<void>;
}

export async function listeningHost(change: Partial<FakeState> = {}, port = 0): Promise<ListeningHost> {
  const host = createFakeHost(change);
  const token = 'test-token';
  const folder = mkdtempSync(join(tmpdir(), 'hearth-cli-'));
  const given: ListeningHost['given'] = [];
  const server = await listen({
    port,
    token,
    log: silentLog,
    onSocket: (socket) => host.serve(socketPort(socket)),
    serveAsset: createAssets({
      rendererDir: folder,
      artifact: () => undefined,
      preview: () => undefined,
      input: () => undefined,
      givenLogsDir: join(folder, 'given-logs'),
      diagnose: () => Promise.reject(new Error('not asked for here')),
      async addInput(bytes, name) {
        if (!name.endsWith('.png')) throw new AppError('invalid-input', 'inputNotPicture', { name });
        given.push({ name, bytes: bytes.length });
        return { value: `${'ab'.repeat(32)}.png`, name, bytes: bytes.length };
      },
    }),
  });
  const stop = (): Promise<void> => server.close();
  return {
    ...host,
    url: server.url,
    token,
    folder,
    given,
    hearth: (...words) => hearth(words, { HEARTH_URL: server.url, HEARTH_TOKEN: token }, folder),
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

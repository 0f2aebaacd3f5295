import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { maxUploadMb, type Target } from './target.ts';

export interface RunningTarget {
  target: Target;
  stop(): Promise<void>;
}

const bootLimitMs = 240_000;
const cli = fileURLToPath(new URL('../../electron/cli.ts', import.meta.url));

/** The words that start the demo engine from its sources, whatever this Node needs to read TypeScript. */
export const demoCommand = (flags: readonly string[]): [command: string, args: string[]] => [
  process.execPath,
  ['--experimental-strip-types', '--disable-warning=ExperimentalWarning', cli, 'demo-engine', ...flags],
];

/** Starts the demo engine, a hundred times as fast as it likes to be. */
export const startDemo = async (): Promise<RunningTarget> => {
  const base = await newBase();
  const [command, args] = demoCommand([...flagsFor(base, await freePort()), '--speed', '20']);
  return start('demo engine', command, args, base, true);
};

/** Starts a real ComfyUI of the folder `dir` on the CPU, in a base folder of its own. */
export const startComfyUi = async (dir: string, python: string, modelsDir: string | null): Promise<RunningTarget> => {
  const base = await newBase();
  const own = ['--cpu', '--database-url', `sqlite:///${join(base, 'comfy.db')}`];
  const models = modelsDir ? ['--models-directory', modelsDir] : [];
  return start('ComfyUI', python, [join(dir, 'main.py'), ...own, ...models, ...flagsFor(base, await freePort())], base, false);
};

const flagsFor = (base: string, port: number): string[] => [
  ...['--port', String(port), '--base-directory', base, '--max-upload-size', String(maxUploadMb)],
];

/** ComfyUI stops at once when its base folder has no `custom_nodes`. */
const newBase = async (): Promise<string> => {
  const base = await mkdtemp(join(tmpdir(), 'hearth-contract-'));
  for (const name of ['custom_nodes', 'models', 'input', 'output', 'user']) await mkdir(join(base, name));
  return base;
};

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
};

const start = async (name: string, command: string, args: string[], base: string, isDemo: boolean): Promise<RunningTarget> => {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, PYTHONIOENCODING: 'utf-8' } });
  const stop = async (): Promise<void> => {
    await end(child);
    await rm(base, { recursive: true, force: true });
  };
  try {
    const url = await boundUrl(child);
    const stats: { system: { comfyui_version: string } } = await (await fetch(`${url}/system_stats`)).json();
    const { checkpoints } = { checkpoints: (await (await fetch(`${url}/models/checkpoints`)).json()) as string[] };
    const good = checkpoints.filter((file) => !file.includes('corrupt'));
    const checkpoint = good.find((file) => file.includes('small')) ?? good[0] ?? null;
    const target: Target = {
      name: `${name} ${stats.system.comfyui_version}`,
      url,
      outputDir: join(base, 'output'),
      inputDir: join(base, 'input'),
      checkpoint,
      isDemo,
    };
    return { target, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** Waits for the line that says where the engine can be reached; rejects with its log when it ends before. */
const boundUrl = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let log = '';
    const timer = setTimeout(() => reject(new Error(`the engine did not get ready:\n${log}`)), bootLimitMs);
    const read = (chunk: unknown): void => {
      log = `${log}${String(chunk)}`.slice(-20_000);
      const url = /To see the GUI go to: (http:\/\/\S+)/.exec(log)?.[1];
      if (!url) return;
      clearTimeout(timer);
      resolve(url);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      reject(new Error(`the engine ended with ${code ?? signal}:\n${log}`));
    });
  });

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await exited;
  clearTimeout(timer);
};

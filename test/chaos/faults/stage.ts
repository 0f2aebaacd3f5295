import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import type { ProcessRef } from '../../../electron/engine/process-table.ts';
import { systemProcesses } from '../../../electron/engine/system-processes.ts';
import type { Engine } from '../../../shared/engine.ts';
import type { Job } from '../../../shared/job.ts';
import type { Client } from '../../../shared/rpc.ts';
import type { Settings } from '../../../shared/settings.ts';
import { openHostClient } from '../../bench/host-client.ts';
import { createWaits } from '../../fakes/waits.ts';
import { createPuppeteer, type Puppeteer } from './puppet.ts';

/** What faults are brought about on: the demo engine, or a ComfyUI of this machine. */
export interface Ground {
  /** null: the demo engine. */
  engine: { folder: string; python: string; models: string } | null;
  /** Bundled host. */
  hostScript: string;
}

/** A host with an engine and jobs, on which something goes wrong. */
export interface Stage extends Puppeteer, AsyncDisposable {
  readonly dataDir: string;
  readonly isDemo: boolean;
  /** Where an engine of this machine is to listen: its usual port may be somebody's. undefined: any. */
  readonly port: number | undefined;
  readonly client: Client;
  /** As it was last told. */
  engine(): Engine;
  /** Every change of the engine so far, with when it was heard of (ms of `performance.now`). */
  readonly told: readonly { at: number; engine: Engine }[];
  jobs(): readonly Job[];
  until(isSo: () => boolean): Promise<void>;
  untilLine(text: string): Promise<number>;
  process(): Promise<ProcessRef>;
  signal(signal: NodeJS.Signals): Promise<ProcessRef>;
  /** Resolves with the moment at which it is gone. */
  gone(one: ProcessRef): Promise<number>;
  killHost(): Promise<void>;
  startHost(): Promise<void>;
  /** The wall clock of the host jumps. */
  jump(ms: number): void;
  /** Ends the host in good order; its exit code. */
  stopHost(): Promise<number | null>;
}

export const table = systemProcesses();

/** Gone with all its threads: the first one may be a zombie while others still give their memory back, and nobody is told before. */
const isOver = (one: ProcessRef): boolean => {
  if (!table.isGone(one)) return false;
  try {
    const text = readFileSync(`/proc/${one.pid}/stat`, 'utf8');
    // Field 20 of proc(5), counted from the state, which is field 3.
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[17]) <= 1;
  } catch {
    return true;
  }
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('the system gave no port');
  return address.port;
};

export const openStage = async (
  ground: Ground,
  settings: Partial<Settings>,
  demoFlags: readonly string[],
  prepare: (dataDir: string) => void,
): Promise<Stage> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hearth-fault-'));
  const base = join(dataDir, 'base');
  const isDemo = ground.engine === null;
  for (const name of ['custom_nodes', 'input', 'output', 'user']) mkdirSync(join(base, name), { recursive: true });
  const puppeteer = createPuppeteer(join(dataDir, 'puppet'), isDemo ? null : join(base, 'custom_nodes'));
  const flags = ground.engine
    ? ['--cpu', '--base-directory', base, '--models-directory', ground.engine.models]
    : ['--speed', '4', ...demoFlags];
  const port = isDemo ? undefined : await freePort();
  prepare(dataDir);

  const told: { at: number; engine: Engine }[] = [];
  const lines: { at: number; text: string }[] = [];
  const jobs = new Map<string, Job>();
  const { stir, until } = createWaits();
  let host: ChildProcess | null = null;
  let link: { client: Client; close(): void } | null = null;
  let id = '';
  const mustLink = (): { client: Client; close(): void } => {
    if (!link) throw new Error('no host runs');
    return link;
  };
  const hear = (engine: Engine): void => {
    told.push({ at: performance.now(), engine });
    stir();
  };
  const startHost = async (): Promise<void> => {
    const child = spawn(process.execPath, [ground.hostScript, dataDir, ...flags], {
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
      // Its threads wait for each other in circles where there are more than free cores.
      env: { ...process.env, OMP_NUM_THREADS: '1', HEARTH_NO_BROWSER: '1', ...puppeteer.env },
    });
    host = child;
    const [line] = await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line');
    const opened = await openHostClient(JSON.parse(String(line)));
    link = opened;
    opened.client.on('engine.changed', (engine) => {
      if (engine.id === id) hear(engine);
    });
    opened.client.on('engine.log', ({ page }) => {
      const at = performance.now();
      for (const { text } of page.lines) lines.push({ at, text: text.slice(0, 300) });
      stir();
    });
    opened.client.on('job.changed', (job) => {
      jobs.set(job.id, job);
      stir();
    });
    const { engines } = await opened.client.call('app.snapshot', {});
    for (const engine of engines) if (engine.id === id) hear(engine);
    const page = await opened.client.call('jobs.list', { limit: 100 });
    for (const job of page.jobs) jobs.set(job.id, job);
    stir();
  };
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const child = host;
    if (!child) return null;
    host = null;
    link?.close();
    link = null;
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    }
    return child.exitCode;
  };
  const processOf = async (): Promise<ProcessRef> => {
    const { pid } = stage.engine();
    const found = pid === null ? null : await table.find(pid);
    if (!found) throw new Error('the engine has no process');
    return found;
  };

  const stage: Stage = {
    ...puppeteer,
    dataDir,
    isDemo,
    port,
    told,
    get client() {
      return mustLink().client;
    },
    engine() {
      const last = told.at(-1);
      if (!last) throw new Error('no engine yet');
      return last.engine;
    },
    jobs: () => [...jobs.values()],
    until,
    async untilLine(text) {
      const find = (): { at: number } | undefined => lines.find((line) => line.text.includes(text));
      await until(() => find() !== undefined);
      return find()?.at ?? 0;
    },
    process: processOf,
    async signal(signal) {
      const found = await processOf();
      table.signal([found], signal);
      return found;
    },
    gone: (one) =>
      new Promise((resolve) => {
        const look = setInterval(() => {
          if (!isOver(one)) return;
          clearInterval(look);
          resolve(performance.now());
        }, 1);
      }),
    killHost: () => end('SIGKILL').then(() => {}),
    startHost,
    jump: (ms) => void host?.send(ms),
    stopHost: () => end('SIGTERM'),
    async [Symbol.asyncDispose]() {
      await end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };

  try {
    await startHost();
    await stage.client.call('settings.set', settings);
    const { engine } = ground;
    const added = await stage.client.call(
      'engines.add',
      engine ? { kind: 'managed', folder: engine.folder, python: engine.python } : { kind: 'demo' },
    );
    id = added.id;
    hear(added);
    return stage;
  } catch (error) {
    await stage[Symbol.asyncDispose]();
    throw error;
  }
};

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Engine } from '../../../shared/engine.ts';
import { type Fault, start } from './fault.ts';
import type { Stage } from './stage.ts';

/** A program of somebody else on a port. */
const occupy = (port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => void sockets.add(socket));
    server.once('error', reject);
    server.once('close', () => sockets.forEach((socket) => void socket.destroy()));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
let lastProblem = '';
let stranger: Server | null = null;
const freePort = (): void => {
  stranger?.close();
  stranger = null;
};
const portOf = (engine: Engine): number => Number(new URL(engine.url ?? 'http://x:0').port);
const aPort = (): number => 20_000 + Math.floor(Math.random() * 9_000);
const startAgain = async (stage: Stage): Promise<void> => {
  freePort();
  await start(stage);
};
const reported = (engine: Engine): boolean => engine.problem !== null;

/** Starts that cannot succeed, or take their time. */
export const faultsOfStart: readonly Fault[] = [
  {
    name: 'port taken before the start',
    when: 'starting',
    after: 'failed',
    sign: reported,
    async bring(stage) {
      const port = aPort();
      stranger = await occupy(port);
      const from = performance.now();
      await start(stage, port);
      return from;
    },
    cure: startAgain,
    free: freePort,
  },
  {
    name: 'port taken while it boots',
    when: 'starting',
    demoFlags: ['--fail', 'slow-boot@1'],
    after: 'failed',
    sign: reported,
    async bring(stage) {
      const started = start(stage, aPort());
      await stage.until(() => stage.engine().pid !== null);
      const one = await stage.process();
      stranger = await occupy(portOf(stage.engine()));
      const gone = await stage.gone(one);
      await started;
      return gone;
    },
    cure: startAgain,
    free: freePort,
  },
  {
    name: 'boot never ends (limit 5 s in all)',
    when: 'starting',
    settings: { bootTimeoutMs: 300_000 },
    after: 'ready',
    sign: ({ state }) => state === 'stopping',
    async bring(stage) {
      stage.atBoot('hang');
      void start(stage).catch(() => {});
      // It takes a while to come so far.
      while (existsSync(join(stage.dataDir, 'puppet', 'boot'))) await new Promise((done) => setTimeout(done, 20));
      await stage.client.call('settings.set', { bootTimeoutMs: 5_000 });
      const from = performance.now();
      await stage.until(() => stage.engine().state === 'stopping');
      // The next boot has the time that it needs.
      await stage.client.call('settings.set', { bootTimeoutMs: 300_000 });
      return from;
    },
  },
  {
    name: 'boot floods 100 MB of log',
    when: 'starting',
    settings: { logMaxBytes: 8_000_000 },
    after: 'ready',
    sign: null,
    seen: () => 'log cut, and said so',
    async bring(stage) {
      stage.atBoot('flood');
      const from = performance.now();
      await start(stage);
      await stage.untilLine('[hearth] cut here');
      return from;
    },
  },
  {
    name: 'wrong flag',
    when: 'starting',
    after: 'failed',
    sign: reported,
    async bring(stage) {
      await saveFlags(stage, [{ flag: '--no-such-flag', value: null }]);
      const from = performance.now();
      await start(stage);
      return from;
    },
    async cure(stage) {
      await saveFlags(stage, []);
      await start(stage);
    },
  },
  {
    name: 'missing Python',
    when: 'starting',
    after: 'stopped',
    sign: null,
    seen: () => lastProblem,
    async bring(stage) {
      const folder = join(stage.dataDir, 'comfy');
      const python = join(folder, 'python');
      mkdirSync(join(folder, 'comfy'), { recursive: true });
      for (const name of ['main.py', 'execution.py', 'comfy/cli_args.py']) writeFileSync(join(folder, name), '');
      writeFileSync(join(folder, 'comfyui_version.py'), '__version__ = "0.28.0"\n');
      symlinkSync(execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim(), python);
      const { id } = await stage.client.call('engines.add', { kind: 'managed', folder, python, name: 'Gone' });
      rmSync(python);
      const from = performance.now();
      const failed = await stage.client.call('engines.start', { id });
      if (failed.state !== 'failed') throw new Error(`not failed but ${failed.state}`);
      lastProblem = failed.problem?.key ?? 'none';
      await stage.client.call('engines.stop', { id });
      return from;
    },
    cure: async (stage) => void (await start(stage)),
  },
];

const saveFlags = async (stage: Stage, flags: { flag: string; value: string | null }[]): Promise<void> => {
  await stage.client.call('profiles.save', { id: 'default', name: 'Default', flags, env: {} });
};

import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import type { Engine } from '../../../shared/engine.ts';
import type { Settings } from '../../../shared/settings.ts';
import { type Stage, table } from './stage.ts';

/** One thing that goes wrong, and what must come of it. */
export interface Fault {
  name: string;
  /** Only where it can be brought about. */
  only?: 'demo' | 'real';
  settings?: Partial<Settings>;
  demoFlags?: string[];
  /** Before the host runs. */
  prepare?(dataDir: string): void;
  /** It goes wrong while a job runs (default), or before the engine is first started, or with a running engine and no job. */
  when?: 'running' | 'starting' | 'idle';
  /** Brings it about; resolves with the moment from which time counts (ms of `performance.now`). */
  bring(stage: Stage): Promise<number>;
  /** The first sign that Hearth noticed; by default that it is no longer ready. null: nothing is to be noticed. */
  sign?: ((engine: Engine, stage: Stage) => boolean) | null;
  /** What Hearth made of it, where nothing died. */
  seen?(stage: Stage): string | Promise<string>;
  /** State that it must come to by itself. */
  after: Engine['state'];
  /** What a person does then, so that the work goes on. */
  cure?(stage: Stage): Promise<void>;
  /** Frees what the fault holds. */
  free?(stage: Stage): void | Promise<void>;
}

const impatient = { lateAfterMs: 1_000, unresponsiveAfterMs: 3_000, unresponsiveGraceMs: 2_000 } satisfies Partial<Settings>;

const bySignal = (signal: NodeJS.Signals): Fault => ({
  name: signal,
  after: 'ready',
  bring: async (stage) => stage.gone(await stage.signal(signal)),
});
const byExit = (code: number): Fault => ({
  name: `exit ${code} unasked`,
  after: 'ready',
  async bring(stage) {
    const one = await stage.process();
    stage.order({ act: 'exit', code });
    return stage.gone(one);
  },
});

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
const start = (stage: Stage, port?: number): Promise<Engine> =>
  stage.client.call('engines.start', { id: stage.engine().id, ...(port !== undefined && { port }) });
const aPort = (): number => 20_000 + Math.floor(Math.random() * 9_000);
const startAgain = async (stage: Stage): Promise<void> => {
  freePort();
  await start(stage);
};
const reported = (engine: Engine): boolean => engine.problem !== null;

/** Whether the engine of the host before was taken over. */
const adoption = async ({ client, engine }: Stage): Promise<string> => {
  const { launches } = await client.call('engines.launches', { id: engine().id, limit: 10 });
  return launches.length === 1 ? 'adopted: the same process goes on' : `launch ${launches.at(-1)?.outcome}, started afresh`;
};

/** Every fault, in the order of the table. */
export const faults: readonly Fault[] = [
  ...[0, 1, 2, 255].map(byExit),
  bySignal('SIGSEGV'),
  bySignal('SIGKILL'),
  bySignal('SIGABRT'),
  {
    name: 'SIGSTOP (given up after 5 s of silence)',
    settings: impatient,
    after: 'ready',
    async bring(stage) {
      await stage.signal('SIGSTOP');
      return performance.now();
    },
  },
  {
    name: 'worker dies, HTTP answers',
    only: 'demo',
    demoFlags: ['--fail', 'dead-worker@1'],
    after: 'ready',
    bring: (stage) => stage.untilLine('(prompt_worker)'),
  },
  {
    name: 'worker dies, HTTP answers',
    only: 'real',
    after: 'ready',
    async bring(stage) {
      stage.order({ act: 'endWorker', isSilent: false });
      return stage.untilLine('(prompt_worker)');
    },
  },
  {
    name: 'worker ends without a word (SystemExit)',
    only: 'real',
    after: 'ready',
    async bring(stage) {
      stage.order({ act: 'endWorker', isSilent: true });
      return performance.now();
    },
  },
  {
    name: 'CUDA context poisoned',
    only: 'demo',
    demoFlags: ['--fail', 'poisoned@1'],
    after: 'ready',
    bring: (stage) => stage.untilLine('CUDA error'),
  },
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
    name: 'boot never ends (limit 5 s)',
    when: 'starting',
    settings: { bootTimeoutMs: 30_000 },
    after: 'ready',
    sign: ({ state }) => state === 'stopping',
    async bring(stage) {
      stage.atBoot('hang');
      await stage.client.call('settings.set', { bootTimeoutMs: 5_000 });
      const from = performance.now();
      void start(stage).catch(() => {});
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
    name: 'invalid UTF-8 and a 10 MB line',
    after: 'ready',
    sign: null,
    seen: () => 'read as replacement characters, line cut',
    async bring(stage) {
      stage.order({ act: 'garbage' });
      return stage.untilLine('xxxxxxxx');
    },
  },
  {
    name: 'dies; a grandchild keeps the log open',
    after: 'ready',
    async bring(stage) {
      stage.order({ act: 'child', isDeaf: false });
      await stage.untilLine('child up');
      const one = await stage.process();
      table.signal([one], 'SIGKILL');
      return stage.gone(one);
    },
  },
  {
    name: 'restart; a grandchild ignores SIGTERM',
    when: 'idle',
    after: 'ready',
    sign: ({ state }) => state === 'stopping',
    async bring(stage) {
      stage.order({ act: 'child', isDeaf: true });
      await stage.untilLine('child up');
      const from = performance.now();
      await stage.client.call('engines.restart', { id: stage.engine().id });
      return from;
    },
  },
  {
    name: 'stopped by a person while it samples',
    after: 'stopped',
    sign: ({ state }) => state === 'stopping',
    async bring(stage) {
      const from = performance.now();
      await stage.client.call('engines.stop', { id: stage.engine().id });
      return from;
    },
    cure: async (stage) => void (await start(stage)),
  },
  {
    name: 'disk full while logging',
    settings: { logMaxBytes: 1_000_000_000 },
    prepare: (dataDir) => mountSmall(join(dataDir, 'logs')),
    after: 'ready',
    sign: null,
    seen: () => 'lines lost, work goes on',
    async bring(stage) {
      const from = performance.now();
      stage.order({ act: 'flood', megabytes: 30 });
      await stage.until(() => stage.jobs().some(({ state }) => state === 'succeeded'));
      return from;
    },
    free: (stage) => void execFileSync('umount', ['-l', join(stage.dataDir, 'logs')]),
  },
  {
    name: 'Manager restart in the same process',
    after: 'ready',
    async bring(stage) {
      stage.order({ act: 'exec' });
      return performance.now();
    },
  },
  {
    name: 'Manager restart by exit and mark',
    after: 'ready',
    async bring(stage) {
      const one = await stage.process();
      stage.order({ act: 'reboot' });
      return stage.gone(one);
    },
  },
  {
    name: 'clock jumps an hour ahead',
    after: 'ready',
    sign: null,
    seen: () => 'no hang, no time-out',
    bring: async (stage) => {
      stage.jump(3_600_000);
      return performance.now();
    },
  },
  {
    name: 'clock jumps an hour back',
    after: 'ready',
    sign: null,
    seen: () => 'no hang, no time-out',
    bring: async (stage) => {
      stage.jump(-3_600_000);
      return performance.now();
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
      symlinkSync(process.execPath, python);
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
  {
    name: 'Hearth killed while a job runs',
    after: 'ready',
    sign: null,
    seen: adoption,
    async bring(stage) {
      await stage.killHost();
      const from = performance.now();
      await stage.startHost();
      await stage.until(() => stage.engine().state === 'ready');
      return from;
    },
  },
  {
    name: 'Hearth killed, its engine dies meanwhile',
    after: 'ready',
    sign: null,
    seen: adoption,
    async bring(stage) {
      const one = await stage.process();
      await stage.killHost();
      const from = performance.now();
      table.signal([one], 'SIGKILL');
      await stage.gone(one);
      await stage.startHost();
      return from;
    },
  },
  {
    name: 'Hearth killed, its record of the engine lost',
    after: 'ready',
    sign: null,
    seen: adoption,
    async bring(stage) {
      await stage.killHost();
      const from = performance.now();
      writeFileSync(join(stage.dataDir, 'engines', stage.engine().id, 'launch.json'), '{ garbage');
      await stage.startHost();
      return from;
    },
  },
];

const saveFlags = async (stage: Stage, flags: { flag: string; value: string | null }[]): Promise<void> => {
  await stage.client.call('profiles.save', { id: 'default', name: 'Default', flags, env: {} });
};

/** A disk of 3 MB. Throws where this user may not mount one. */
const mountSmall = (folder: string): void => {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder], { stdio: 'ignore' });
};

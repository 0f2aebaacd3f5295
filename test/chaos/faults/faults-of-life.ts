import type { Settings } from '../../../shared/settings.ts';
import { type Fault, start } from './fault.ts';
import { table } from './stage.ts';

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

/** An engine that dies, hangs or stops working under a job. */
export const faultsOfLife: readonly Fault[] = [
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
];

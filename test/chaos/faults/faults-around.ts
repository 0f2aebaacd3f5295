import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from './fault.ts';
import { type Stage, table } from './stage.ts';

/** Whether the engine of the host before was taken over. */
const adoption = async ({ client, engine }: Stage): Promise<string> => {
  const { launches } = await client.call('engines.launches', { id: engine().id, limit: 10 });
  return launches.length === 1 ? 'adopted: the same process goes on' : `launch ${launches.at(-1)?.outcome}, started afresh`;
};

/** What goes wrong around an engine: its log, the disk, its own Manager, the clock, Hearth itself. */
export const faultsAround: readonly Fault[] = [
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

/** A disk of 3 MB. Throws where this user may not mount one. */
const mountSmall = (folder: string): void => {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder], { stdio: 'ignore' });
};

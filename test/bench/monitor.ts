import { spawn } from 'node:child_process';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../electron/lib/clock.ts';
import { createLoadWatch } from '../../electron/load-feed.ts';
import { EventHub } from '../../shared/rpc.ts';
import { sampleEngine } from '../fakes/fake-data.ts';
import type { Tell } from './figure.ts';

const measuredMs = 16_000;
/** The first readings bring code that is used for the first time. */
const warmMs = 4_000;
const helpers = 6;

/** Processor time of this process over `measuredMs`, in percent of one core. */
const cpuPercent = async (): Promise<number> => {
  const before = process.cpuUsage();
  const from = performance.now();
  await sleep(measuredMs);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 10 / (performance.now() - from);
};

/** What it costs to measure an engine with helpers of its own for somebody who looks on, beside a process that does nothing. */
export const run = async (tell: Tell): Promise<void> => {
  const script = `const { spawn } = require('node:child_process');
    for (let n = 0; n < ${helpers}; n++) spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    process.on('SIGTERM', () => process.kill(-process.pid, 'SIGKILL'));`;
  const engine = spawn(process.execPath, ['-e', script], { stdio: 'ignore', detached: true });
  const hub = new EventHub((where, error) => {
    throw new Error(where, { cause: error });
  });
  let readings = 0;
  const leave = hub.attachClient(() => {
    readings++;
  });
  const pid = engine.pid ?? null;
  const watch = createLoadWatch({ engines: { get: (id) => sampleEngine({ id, pid }) }, hub, clock: systemClock });
  try {
    await sleep(warmMs);
    const idle = await cpuPercent();
    watch.watch('bench');
    await sleep(warmMs);
    watch.watch('bench');
    const looking = await cpuPercent();
    if (readings < 5) throw new Error(`Only ${readings} readings came.`);
    tell({
      metric: `an engine of ${helpers + 1} processes, measured live`,
      value: Math.max(0, looking - idle),
      unit: '% core',
      goal: 0.5,
      better: 'lower',
      against: { name: 'the same process idle, %', value: idle },
      ratio: null,
    });
  } finally {
    watch.stop();
    leave();
    if (engine.pid !== undefined) process.kill(-engine.pid, 'SIGKILL');
  }
};

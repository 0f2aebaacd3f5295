import { fork, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { answerOf } from './answer-of.ts';
import type { Tell } from './figure.ts';
import type { MonitorRun } from './monitor-process.ts';
import { percentile } from './percentile.ts';

const helpers = 6;

/** What it costs to measure an engine with helpers of its own for somebody who looks on, beside the same process at rest. */
export const run = async (tell: Tell): Promise<void> => {
  const script = `const { spawn } = require('node:child_process');
    for (let n = 0; n < ${helpers}; n++) spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });`;
  const engine = spawn(process.execPath, ['-e', script], { stdio: 'ignore', detached: true });
  try {
    // Beside what was started, wherever this file went when it was bundled.
    const measuring = fork(join(dirname(process.argv[1] ?? ''), 'monitor-process.js'), [String(engine.pid)], {
      stdio: 'inherit',
    });
    // What the same build of the same code sends.
    const [{ idle, looking, readings }] = (await answerOf(measuring)) as [MonitorRun];
    if (readings < 3 * looking.length) throw new Error(`Only ${readings} readings came.`);
    const rest = percentile(idle, 0.5);
    tell({
      metric: `an engine of ${helpers + 1} processes, measured live`,
      value: Math.max(0, percentile(looking, 0.5) - rest),
      unit: '% core',
      goal: 0.5,
      better: 'lower',
      against: { name: 'the same process at rest, %', value: rest },
      ratio: null,
    });
  } finally {
    if (engine.pid !== undefined) process.kill(-engine.pid, 'SIGKILL');
  }
};

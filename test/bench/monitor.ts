import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { WebSocketServer } from 'ws';
import { answerOf } from './answer-of.ts';
import type { Tell } from './figure.ts';
import type { MonitorRun, Spent } from './monitor-process.ts';

const helpers = 6;

/** Stands for an engine: answers what ComfyUI answers about its memory, and has started helpers of its own. */
const script = `const { spawn } = require('node:child_process');
  for (let n = 0; n < ${helpers}; n++) spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)'], { stdio: 'ignore' });
  const device = { name: 'cuda:0', type: 'cuda', index: 0, vram_total: 17e9, vram_free: 9e9, torch_vram_total: 6e9, torch_vram_free: 1e9 };
  const system = { os: 'linux', ram_total: 33e9, ram_free: 20e9, comfyui_version: '0.28.0', python_version: '3.11.9', pytorch_version: '2.9.0', argv: ['main.py'] };
  const server = require('node:http').createServer((_, answer) => answer.end(JSON.stringify({ system, devices: [device] })));
  server.keepAliveTimeout = 75_000;
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

const percentOf = ({ cpuMs, passedMs }: Spent): number => (cpuMs / passedMs) * 100;

/**
 * What a page that shows the charts costs: processor time, user and system, of a process in which only that runs, from the readings to
 * the socket, less the same process in turns with it while nobody looks. It is the mean over all of a minute of looking, so that rare
 * work counts as what it costs: the search for new helpers, memory that is tidied up, also where that comes after the looking; but for the
 * look at every process of the machine, which comes once a minute and as it begins. A card's program counts too. A timer alone costs something, on an idle machine most of all, where caches are cold: what as many of them cost
 * that do nothing stands beside it, and is part of the figure.
 */
export const run = async (tell: Tell): Promise<void> => {
  const engine = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  const page = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  try {
    const [[port]] = await Promise.all([once(engine.stdout, 'data'), once(page, 'listening')]);
    // A server that listens on a port has an address of this kind.
    const pageUrl = `ws://127.0.0.1:${(page.address() as AddressInfo).port}`;
    const words = [String(engine.pid), `http://127.0.0.1:${String(port).trim()}`, pageUrl];
    // Beside what was started, wherever this file went when it was bundled.
    const measuring = fork(join(dirname(process.argv[1] ?? ''), 'monitor-process.js'), words, { stdio: 'inherit' });
    // What the same build of the same code sends.
    const [{ rest, woken, looking, readings }] = (await answerOf(measuring)) as [MonitorRun];
    // One in two seconds and one in three.
    const due = (looking.passedMs / 1000) * (1 / 2 + 1 / 3);
    if (readings < due * 0.9) throw new Error(`Only ${readings} readings came.`);
    tell({
      metric: `an engine of ${helpers + 1} processes, measured live`,
      value: Math.max(0, percentOf(looking) - percentOf(rest)),
      unit: '% core',
      goal: 0.5,
      better: 'lower',
      against: { name: 'of it timers alone, %', value: Math.max(0, percentOf(woken) - percentOf(rest)) },
      ratio: null,
    });
  } finally {
    page.close();
    if (engine.pid !== undefined) process.kill(-engine.pid, 'SIGKILL');
  }
};

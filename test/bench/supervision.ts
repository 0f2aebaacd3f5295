import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { openDatabase } from '../../electron/db/database.ts';
import { createEngines } from '../../electron/engine/engines-service.ts';
import { systemClock } from '../../electron/lib/clock.ts';
import { silentLog } from '../../electron/lib/log.ts';
import type { Engine } from '../../shared/engine.ts';
import { defaultSettings } from '../../shared/settings.ts';
import { processesNaming } from '../chaos/processes-naming.ts';
import type { Tell } from './figure.ts';
import { percentile } from './percentile.ts';

const entry = resolve('dist/electron/cli.js');
const speed = ['--speed', '50'];
const restarts = 100;
/** Before counting begins, so that what is made once is there. */
const warmUps = 5;
const boots = 15;

/** What stands on this process: each has to be as it was. */
const standing = (dataDir: string) => ({
  listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
  handles: process.getActiveResourcesInfo().length,
  descriptors: process.platform === 'linux' ? readdirSync('/proc/self/fd').length : Number.NaN,
  processes: processesNaming(dataDir).length,
  // Every launch keeps its log, which age and size take away.
  files: readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter(
    (each) => each.isFile() && !each.parentPath.startsWith(join(dataDir, 'logs') + sep),
  ).length,
});
const names: Record<keyof ReturnType<typeof standing>, string> = {
  listeners: 'listeners',
  handles: 'handles and timers',
  descriptors: 'file descriptors',
  processes: 'processes',
  files: 'files beside the logs',
};

/** How long the engine itself takes from its start to its address, without Hearth. */
const ownBootMs = async (folder: string, port: number): Promise<number> => {
  const from = performance.now();
  const words = [entry, 'demo-engine', '--port', String(port), '--base-directory', folder, ...speed];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  for await (const line of createInterface({ input: child.stderr })) if (line.includes('To see the GUI')) break;
  const bootMs = performance.now() - from;
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGKILL');
  await gone;
  return bootMs;
};

/** What happens around the death of an engine, and what a hundred of them leave behind. */
export const run = async (tell: Tell): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hearth-bench-'));
  const own: number[] = [];
  for (let boot = 0; boot < boots; boot++) own.push(await ownBootMs(join(dataDir, 'alone'), 28_000 + boot));
  const bootMs = percentile(own, 0.5);
  rmSync(join(dataDir, 'alone'), { recursive: true });

  const db = openDatabase(join(dataDir, 'hearth.db'));
  let hear = (_engine: Engine): void => {};
  const engines = createEngines({
    db,
    config: { dataDir, engine: null, engineFlags: speed, entry },
    clock: systemClock,
    log: silentLog,
    // The policy's own waiting is no work of Hearth.
    settings: () => ({ ...defaultSettings, crashBudget: 100_000, restartBaseMs: 0 }),
    emit(name, payload) {
      // The name says what comes with it.
      if (name === 'engine.changed') hear(payload as Engine);
    },
  });
  // Its timers keep no program alive.
  const hold = setInterval(() => {}, 60_000);
  const { id } = await engines.add({ kind: 'demo' });
  await engines.start(id);

  const noticed: number[] = [];
  const again: number[] = [];
  const die = (): Promise<{ noticedMs: number; againMs: number }> =>
    new Promise((done, fail) => {
      const { pid, launchId } = engines.get(id) ?? {};
      if (!pid) return fail(new Error('no engine runs'));
      const from = performance.now();
      let noticedMs = 0;
      hear = ({ state, launchId: now }) => {
        if (noticedMs === 0 && state !== 'ready') noticedMs = performance.now() - from;
        if (state === 'ready' && now !== launchId) done({ noticedMs, againMs: performance.now() - from });
        if (state === 'failed') fail(new Error('the engine did not come back'));
      };
      process.kill(pid, 'SIGKILL');
    });
  for (let round = 0; round < warmUps; round++) await die();
  const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 2_000));
  await settle();
  const before = standing(dataDir);
  for (let round = 0; round < restarts; round++) {
    const { noticedMs, againMs } = await die();
    noticed.push(noticedMs);
    again.push(againMs - bootMs);
  }
  await settle();
  const after = standing(dataDir);

  const lower = { unit: 'ms', better: 'lower', against: null, ratio: null } as const;
  tell({ metric: 'process death to state change p50', value: percentile(noticed, 0.5), goal: 100, ...lower });
  tell({ metric: 'process death to state change p99', value: percentile(noticed, 0.99), goal: 100, ...lower });
  const against = { name: "the engine's own boot, ms", value: bootMs };
  for (const [name, share] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ] as const) {
    const value = percentile(again, share);
    tell({ metric: `ready again without boot and back-off ${name}`, value, goal: 300, ...lower, against, ratio: value / bootMs });
  }
  for (const key of ['listeners', 'handles', 'descriptors', 'processes', 'files'] as const)
    tell({ metric: `${names[key]} left by ${restarts} restarts`, value: after[key] - before[key], ...lower, unit: '', goal: 0 });

  const { pid } = engines.get(id) ?? {};
  await engines.close();
  db.close();
  const left = processesNaming(dataDir).length + (pid && isThere(pid) ? 1 : 0);
  tell({ metric: 'processes left after the end', value: left, ...lower, unit: '', goal: 0 });
  rmSync(dataDir, { recursive: true, force: true });
  clearInterval(hold);
};

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';
import { openEngineHttp } from '../../electron/engine/engine-http.ts';
import { statsOf } from '../../electron/engine/engine-stats.ts';
import type { Lane } from '../../electron/engine/engines.ts';
import { parseStat } from '../../electron/engine/processes-linux.ts';
import { systemClock } from '../../electron/lib/clock.ts';
import { createLoadWatch } from '../../electron/load-feed.ts';
import { createLoadSamples } from '../../electron/load-samples.ts';
import { startMemoryFeed } from '../../electron/memory-feed.ts';
import { socketPort } from '../../electron/web/ports.ts';
import { EventHub } from '../../shared/rpc.ts';
import { sampleEngine, sampleMemory } from '../fakes/fake-data.ts';

/** What was used of the processor, and for how long in all. */
export interface Spent {
  cpuMs: number;
  passedMs: number;
}

/** Told to whoever started this. */
export interface MonitorRun {
  /** Nobody looks. */
  rest: Spent;
  /** Nobody looks, and as many timers go off as while somebody does. */
  woken: Spent;
  looking: Spent;
  readings: number;
}

// Nothing runs in this process but what is measured. Words: the process that is looked at, its address, and where the page listens.
const [pid, engineUrl = '', pageUrl = ''] = process.argv.slice(2);
const rounds = 3;
const restMs = 4_000;
const wokenMs = 6_000;
/** Two searches for new helpers, as often as they are. */
const lookingMs = 20_000;
/** Whoever begins to look does more, once, than who goes on. */
const settleMs = 1_500;
/** What was used is tidied up later, and belongs to it. */
const tidyMs = 5_000;
/** As the product's. */
const timersMs = [2_000, 3_000];

/** Of what this process started and still runs, such as a card's own program; in hundredths of a second, as the kernel counts. */
const programsMs = (): number => {
  try {
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
    const ticks = children.map((child) => parseStat(readFileSync(`/proc/${child}/stat`, 'utf8'))?.cpuTicks ?? 0);
    return ticks.reduce((sum, each) => sum + each * 10, 0);
  } catch {
    return 0;
  }
};

const spend = async (on: Spent, act: () => Promise<unknown>): Promise<void> => {
  const programsBefore = programsMs();
  const from = performance.now();
  const before = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(before);
  on.passedMs += performance.now() - from;
  on.cpuMs += (user + system) / 1000 + Math.max(0, programsMs() - programsBefore);
};

const page = new WebSocket(pageUrl);
await once(page, 'open');
const hub = new EventHub((where, error) => {
  throw new Error(where, { cause: error });
});
const samples = createLoadSamples(hub);
const engineHttp = openEngineHttp(engineUrl, systemClock);
const watch = createLoadWatch({
  engines: { get: (id) => sampleEngine({ id, pid: Number(pid) }) },
  hub: samples,
  clock: systemClock,
});
const { post } = socketPort(page);
let readings = 0;
/** Everything that runs while a page shows the charts: processes, machine, cards, and what the engine itself tells of its memory. */
const look = (): (() => void) => {
  const leave = hub.attachClient((message) => {
    readings++;
    post(message);
  });
  const stopMemory = startMemoryFeed(
    {
      // Only the id is looked at.
      lanes: () => [{ engineId: 'bench' } as Lane],
      async memory(engine) {
        const stats = statsOf(
          (await engineHttp.ask({ method: 'GET', path: '/api/system_stats', timeoutMs: 5_000, mayRepeat: true })).text,
        );
        if (!stats) throw new Error('no stats');
        return sampleMemory({ ...stats, engine });
      },
    },
    samples,
    systemClock,
  );
  watch.watch('bench');
  return () => {
    stopMemory();
    watch.stop();
    leave();
  };
};

// The first time brings code that is used for the first time.
const stopWarmUp = look();
await sleep(settleMs * 2);
stopWarmUp();
const told: MonitorRun = {
  rest: { cpuMs: 0, passedMs: 0 },
  woken: { cpuMs: 0, passedMs: 0 },
  looking: { cpuMs: 0, passedMs: 0 },
  readings: 0,
};
for (let round = 0; round < rounds; round++) {
  await sleep(settleMs);
  await spend(told.rest, () => sleep(restMs));
  const timers = timersMs.map((ms) => setInterval(() => {}, ms));
  await spend(told.woken, () => sleep(wokenMs));
  for (const timer of timers) clearInterval(timer);
  const stop = look();
  await sleep(settleMs);
  const before = readings;
  await spend(told.looking, () => sleep(lookingMs));
  told.readings += readings - before;
  // No program of a card runs on, so that only this process is asked.
  stop();
  const tidying: Spent = { cpuMs: 0, passedMs: 0 };
  await spend(tidying, () => sleep(tidyMs));
  told.looking.cpuMs += tidying.cpuMs;
}
engineHttp.close();
page.terminate();
process.send?.(told);
process.disconnect?.();

import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../electron/lib/clock.ts';
import { createLoadWatch } from '../../electron/load-feed.ts';
import { EventHub } from '../../shared/rpc.ts';
import { sampleEngine } from '../fakes/fake-data.ts';

/** Told to whoever started this: processor time in percent of one core, without and with somebody who looks on, in turns. */
export interface MonitorRun {
  idle: number[];
  looking: number[];
  readings: number;
}

// Nothing runs in this process but what is measured. Word: the process that is looked at.
const pid = Number(process.argv[2]);
const rounds = 4;
const idleMs = 4_000;
const lookingMs = 8_000;
/** Who begins or ceases to look does more than who goes on. */
const settleMs = 2_500;

const cpuPercent = async (forMs: number): Promise<number> => {
  const before = process.cpuUsage();
  const from = performance.now();
  await sleep(forMs);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 10 / (performance.now() - from);
};

const hub = new EventHub((where, error) => {
  throw new Error(where, { cause: error });
});
const told: MonitorRun = { idle: [], looking: [], readings: 0 };
hub.attachClient(() => {
  told.readings++;
});
const watch = createLoadWatch({ engines: { get: (id) => sampleEngine({ id, pid }) }, hub, clock: systemClock });
for (let round = 0; round <= rounds; round++) {
  await sleep(settleMs);
  const idle = await cpuPercent(idleMs);
  watch.watch('bench');
  await sleep(settleMs);
  const looking = await cpuPercent(lookingMs);
  watch.stop();
  // The first time brings code that is used for the first time.
  if (round === 0) continue;
  told.idle.push(idle);
  told.looking.push(looking);
}
process.send?.(told);
process.disconnect?.();

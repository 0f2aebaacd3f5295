import { readFileSync } from 'node:fs';
import { Hearth } from '../e2e/hearth.ts';
import type { Tell } from './figure.ts';
import { openHostClient } from './host-client.ts';
import { percentile } from './percentile.ts';

const jobs = 100_000;
const portion = 10_000;

/** Resident memory of a process in MB, where the system tells. */
const residentMb = (pid: number | undefined): number => {
  try {
    const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return Number(line?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
};

/** Starting over a long queue, what enqueueing thousands does to everybody else, and what the host weighs. */
export const run = async (tell: Tell): Promise<void> => {
  await using hearth = new Hearth();
  await hearth.start('--port', '0');
  const empty = residentMb(hearth.pid);
  let { client, close } = await openHostClient(hearth);
  await client.call('queue.pause', { text: 'benchmark' });
  const idle: number[] = [];
  const busy: number[] = [];
  const ping = async (into: number[]): Promise<void> => {
    const from = performance.now();
    await client.call('templates.versions', { id: 'demo' });
    into.push(performance.now() - from);
  };
  for (let index = 0; index < 100; index++) await ping(idle);
  for (let done = 0; done < jobs; done += portion) {
    const writing = client.call('jobs.enqueue', { template: 'demo', values: {}, count: portion });
    let isOver = false;
    void writing.finally(() => {
      isOver = true;
    });
    while (!isOver) await ping(busy);
    await writing;
  }
  tell({
    metric: `longest wait of another call while ${portion.toLocaleString('en')} jobs are enqueued`,
    value: Math.max(...busy),
    unit: 'ms',
    goal: 50,
    better: 'lower',
    against: { name: 'the same call on an idle host', value: percentile(idle, 0.5) },
    ratio: Math.max(...busy) / percentile(idle, 0.5),
  });
  close();
  await hearth.stop();
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const from = performance.now();
    await hearth.start('--port', '0');
    times.push(performance.now() - from);
    if (round < 4) await hearth.stop();
  }
  tell({
    metric: `start to ready with ${jobs.toLocaleString('en')} jobs, median of 5`,
    value: percentile(times, 0.5),
    unit: 'ms',
    goal: 400,
    better: 'lower',
    against: null,
    ratio: null,
  });
  ({ client, close } = await openHostClient(hearth));
  await client.call('app.snapshot', {});
  await client.call('jobs.list', { limit: 100 });
  tell({
    metric: `memory of the host with ${jobs.toLocaleString('en')} jobs`,
    value: residentMb(hearth.pid),
    unit: 'MB',
    goal: 200,
    better: 'lower',
    against: { name: 'the host with an empty queue', value: empty },
    ratio: residentMb(hearth.pid) / empty,
  });
  close();
};

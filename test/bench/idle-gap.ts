import type { Client } from '../../shared/rpc.ts';
import { Hearth } from '../e2e/hearth.ts';
import { engineTimes, idleGaps } from './bare-client.ts';
import type { Tell } from './figure.ts';
import { openHostClient, readyEngine } from './host-client.ts';
import { percentile } from './percentile.ts';

const few = 10;
const many = 100_000;
/** The contract allows no more in one call. */
const largestRequest = 10_000;
const rounds = 12;

/** A host with a fast engine and a queue that is paused. */
const openHost = async () => {
  const hearth = new Hearth();
  await hearth.start('--port', '0', '--engine', 'demo', '--', '--speed', '1000', '--noise', '0');
  const { client, close } = await openHostClient(hearth);
  const engine = await readyEngine(client);
  await client.call('queue.pause', { text: 'benchmark' });
  return {
    client,
    engine,
    async [Symbol.asyncDispose]() {
      close();
      await hearth[Symbol.asyncDispose]();
    },
  };
};

const enqueue = async (client: Client, count: number): Promise<void> => {
  for (let left = count; left > 0; left -= largestRequest)
    await client.call('jobs.enqueue', {
      template: 'demo',
      values: { width: 64, height: 64 },
      count: Math.min(left, largestRequest),
    });
};

/** Lets the queue go until `count` more have succeeded; the ids of their attempts. */
const runSome = async (client: Client, count: number): Promise<string[]> => {
  const attempts = new Set<string>();
  const enough = Promise.withResolvers<void>();
  const stop = client.on('job.changed', (job) => {
    if (job.state !== 'succeeded') return;
    attempts.add(job.attempts.at(-1)?.id ?? '');
    if (attempts.size >= count) enough.resolve();
  });
  await client.call('queue.resume', {});
  await enough.promise;
  await client.call('queue.pause', { text: 'benchmark' });
  stop();
  return [...attempts];
};

/** How long the engine idles between two jobs with ten waiting and with a hundred thousand: two hosts take turns. */
export const measureIdleGap = async (tell: Tell): Promise<void> => {
  await using short = await openHost();
  await using long = await openHost();
  await enqueue(long.client, many);
  const rows = { short: [] as string[][], long: [] as string[][] };
  for (let round = 0; round < rounds; round++) {
    await enqueue(short.client, few);
    rows.short.push(await runSome(short.client, few));
    rows.long.push(await runSome(long.client, few));
  }
  // Between two rows the queue was paused: the first ones are for warmth.
  const gaps = async (url: string, of: string[][]): Promise<number[]> => {
    const times = await engineTimes(url);
    return of.slice(2).flatMap((ids) => idleGaps(times, ids));
  };
  const [ours, theirs] = [await gaps(long.engine, rows.long), await gaps(short.engine, rows.short)];
  const mean = (all: readonly number[]): number => all.reduce((sum, gap) => sum + gap, 0) / all.length;
  const [value, against] = [percentile(ours, 0.5), percentile(theirs, 0.5)];
  tell({
    metric: `idle gap of the engine with ${many.toLocaleString('en')} waiting, p50 (mean ${mean(ours).toFixed(1)} ms, ${mean(theirs).toFixed(1)} with ${few})`,
    value,
    unit: 'ms',
    // The engine tells its times in whole ms.
    goal: against + 1,
    better: 'lower',
    against: { name: `with ${few} waiting`, value: against },
    ratio: value / against,
  });
};

import { AppError } from '../../shared/app-error.ts';
import { type Job, settledStates } from '../../shared/job.ts';
import { systemClock } from '../lib/clock.ts';
import type { CliIo } from './cli-io.ts';
import { isUnderWay } from './engine-json.ts';
import { exitCode } from './exit-code.ts';
import { connectHost, type HostConnection } from './host-connection.ts';
import { jobsById, printJobs } from './print-jobs.ts';

/** How long a host may be away (it is started again, for example) before waiting is given up. */
const comesBackWithinMs = 60_000;

/**
 * Waits by events until each job has ended or needs a person, prints them and answers with the exit code. A host that goes away
 * is waited for and asked again.
 */
export async function waitForJobs(
  first: HostConnection,
  jobs: readonly Job[],
  data: string | undefined,
  io: CliIo,
): Promise<number> {
  const latest = new Map(jobs.map((job) => [job.id, job]));
  const open = new Set(jobs.map(({ id }) => id));
  const take = (job: Job): void => {
    // Seen at its end is enough, whatever a person does with it afterwards.
    if (!open.has(job.id)) return;
    latest.set(job.id, job);
    if (settledStates.has(job.state)) open.delete(job.id);
  };
  for (const job of jobs) take(job);
  let host: HostConnection | null = first;
  try {
    if (open.size > 0) await tellIfNothingRuns(host, io);
    while (host) {
      const isDone = await follow(host, open, take);
      if (isDone) {
        const ended = [...latest.values()];
        await printJobs(host.client, ended, io);
        return ended.every(({ state }) => state === 'succeeded') ? exitCode.done : exitCode.notDone;
      }
      host.close();
      io.err('The connection to Hearth was lost. The jobs are kept; waiting for it to come back …\n');
      host = await reconnect(data, io);
    }
  } finally {
    if (host !== first) host?.close();
  }
  throw new AppError('disconnected', 'hostStaysAway', { seconds: comesBackWithinMs / 1000 });
}

/** true: every job has ended. false: the connection has. */
async function follow({ client, closed }: HostConnection, open: ReadonlySet<string>, take: (job: Job) => void): Promise<boolean> {
  if (open.size === 0) return true;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const takeAll = (changed: readonly Job[]): void => {
    for (const job of changed) take(job);
    if (open.size === 0) resolve(true);
  };
  // Between two connections, and in a gap of the numbers, something may have been missed.
  const ask = (): void =>
    void jobsById(client, [...open]).then(takeAll, (error: unknown) => {
      if (!(error instanceof AppError && error.code === 'disconnected')) resolve(false);
    });
  let last: number | null = null;
  const stops = [
    client.on('job.changed', (job) => takeAll([job])),
    // Many may have changed without an event of their own.
    client.on('jobs.stale', ask),
    client.onSeq((seq) => {
      if (last !== null && seq !== last + 1) ask();
      last = seq;
    }),
  ];
  void closed.then(() => resolve(false));
  ask();
  const isDone = await promise;
  for (const stop of stops) stop();
  return isDone;
}

async function tellIfNothingRuns({ client }: HostConnection, io: CliIo): Promise<void> {
  const { engines, pauses } = await client.call('app.snapshot', {});
  if (!engines.some(isUnderWay)) io.err('No engine runs: the jobs wait for one. Start one with: hearth engine start\n');
  for (const { problem } of engines) if (problem) io.err(`${problem.message}\n`);
  for (const { owner, text } of pauses)
    io.err(`The queue is paused by ${owner}${text && `: ${text}`}. Go on with: hearth resume --reason ${owner}\n`);
}

async function reconnect(data: string | undefined, io: CliIo): Promise<HostConnection | null> {
  const until = systemClock.monotonic() + comesBackWithinMs;
  for (let waitMs = 100; systemClock.monotonic() < until; waitMs = Math.min(2_000, waitMs * 2)) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    try {
      return await connectHost(data, io);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'disconnected')) throw error;
    }
  }
  return null;
}

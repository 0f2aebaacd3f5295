import type { EnqueueInput } from '../../shared/contract.ts';
import type { Job } from '../../shared/job.ts';
import type { Client } from '../../shared/rpc.ts';
import { defaultSettings } from '../../shared/settings.ts';
import { openHostClient } from '../bench/host-client.ts';
import { audit } from './audit.ts';
import { type HostProcess, startHost } from './host-process.ts';
import { killLivingEngine } from './living-engine.ts';
import { processesNaming } from './processes-naming.ts';

/** What the limits did to jobs that cannot succeed, and to one beside them. */
export interface LimitsResult {
  held: number;
  deadLetter: number;
  /** Of both, how many succeeded once they were queued again on an engine that lets them. */
  requeued: number;
}

export interface LimitsOptions {
  /** Empty folder of this run. */
  dataDir: string;
  tell(text: string): void;
  /** Ends the run early. */
  signal: AbortSignal;
}

const deadlineMs = 180_000;
const poisonFlags = ['--speed', '5', '--fail', 'sigkill=poison'];
const healthyFlags = ['--speed', '20'];

const requestOf = (input: Pick<EnqueueInput, 'template' | 'values'>): EnqueueInput => ({
  ...input,
  count: 1,
  priority: 'normal',
  isFront: false,
});
const poison = requestOf({ template: 'sd15', values: { prompt: 'a poison pill', steps: 4 } });
const calm = requestOf({ template: 'demo', values: {} });
const endless = requestOf({ template: 'sd15', values: { prompt: 'a calm sea', steps: 100, width: 1024, height: 1024 } });

/**
 * With the limits that people have by default: a job that kills the engine twice is held, one whose attempts all run out of time is a
 * dead letter, the one between them goes on, and both succeed when they are queued again. Rejects when that takes too long.
 */
export const runLimits = async ({
  dataDir,
  tell,
  signal,
}: LimitsOptions): Promise<{ result: LimitsResult; faults: string[] }> => {
  const accepted = new Set<string>();
  const faults: string[] = [];
  let host: HostProcess | null = null;
  const ended = new AbortController();
  const over = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs), ended.signal]);
  const tooLate = new Promise<never>((_, reject) =>
    over.addEventListener('abort', () => reject(new Error('the run with the default limits was interrupted, or took too long'))),
  );
  tooLate.catch(() => {});

  const during = async <T>(flags: readonly string[], act: (client: Client) => Promise<T>): Promise<T> => {
    const started = startHost(dataDir, { kind: 'demo', flags }, null, () => {});
    host = started;
    const address = await Promise.race([started.address, tooLate]);
    if (!address) throw new Error(`a host ended by itself: ${(await started.ended).err}`);
    const { client, close } = await openHostClient(address);
    try {
      return await Promise.race([act(client), tooLate]);
    } finally {
      close();
      started.kill('SIGTERM');
      const { code } = await started.ended;
      host = null;
      if (code !== 143) faults.push(`a host ended with ${code} instead of 143`);
    }
  };
  /** As the job is once it is in a state for good. */
  const settled = (client: Client, id: string): Promise<Job> =>
    new Promise((resolve, reject) => {
      const look = (job: Job): void => {
        if (job.id !== id || !['succeeded', 'held', 'dead_letter', 'failed_terminal', 'cancelled'].includes(job.state)) return;
        stop();
        resolve(job);
      };
      const stop = client.on('job.changed', look);
      client.call('jobs.get', { id }).then(({ job }) => look(job), reject);
    });
  const run = async (client: Client, request: EnqueueInput): Promise<Job> => {
    const [job] = (await client.call('jobs.enqueue', request)).jobs;
    if (!job) throw new Error('nothing was queued');
    accepted.add(job.id);
    return settled(client, job.id);
  };
  const expect = (job: Job, state: Job['state'], attempts: string): void => {
    const were = job.attempts.map((attempt) => attempt.state).join(', ');
    tell(`limits: ${job.state} after ${were}${job.error ? ` (${job.error.code})` : ''}`);
    if (job.state !== state || were !== attempts)
      faults.push(`limits: ${job.id} is ${job.state} after ${were}, not ${state} after ${attempts}`);
  };

  try {
    const [held, dead] = await during(poisonFlags, async (client) => {
      // Only what passes between two attempts is short.
      await client.call('settings.set', { retryBaseMs: 10, restartBaseMs: 10 });
      const first = await run(client, poison);
      expect(first, 'held', 'lost, lost');
      expect(await run(client, calm), 'succeeded', 'succeeded');
      await client.call('settings.set', { attemptTimeoutMs: 1_000 });
      const second = await run(client, endless);
      expect(second, 'dead_letter', 'failed, failed, failed');
      await client.call('settings.set', { attemptTimeoutMs: defaultSettings.attemptTimeoutMs });
      return [first, second] as const;
    });
    const again = await during(healthyFlags, async (client) => {
      const ids = [held.id, dead.id];
      await client.call('jobs.requeue', { ids });
      return Promise.all(ids.map((id) => settled(client, id)));
    });
    for (const { id, state } of again) if (state !== 'succeeded') faults.push(`limits: ${id} is ${state} once queued again`);
    for (const line of processesNaming(dataDir)) faults.push(`left running: ${line}`);
    return {
      result: {
        held: Number(held.state === 'held'),
        deadLetter: Number(dead.state === 'dead_letter'),
        requeued: again.filter(({ state }) => state === 'succeeded').length,
      },
      faults: [...faults, ...audit(dataDir, accepted).faults],
    };
  } finally {
    ended.abort();
    await stopHost(host, dataDir);
  }
};

/** What an interrupted run leaves. */
const stopHost = async (host: HostProcess | null, dataDir: string): Promise<void> => {
  if (!host) return;
  host.kill('SIGKILL');
  await host.ended;
  killLivingEngine(dataDir);
};

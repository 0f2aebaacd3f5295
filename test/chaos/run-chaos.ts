import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EnqueueInput } from '../../shared/contract.ts';
import type { SettingsPatch } from '../../shared/settings.ts';
import { audit } from './audit.ts';
import { createHosts } from './hosts.ts';
import { killLivingEngine } from './living-engine.ts';
import { planStrikes } from './plan-strikes.ts';
import { processesNaming } from './processes-naming.ts';

/** A ComfyUI of this machine. */
export interface ChaosEngine {
  folder: string;
  python: string;
}

export interface ChaosOptions {
  /** Empty folder of this run. */
  dataDir: string;
  jobs: number;
  kills: number;
  seed: number;
  /** null: the demo engine. */
  engine: ChaosEngine | null;
  /** Progress, for people. */
  tell(text: string): void;
  /** Ends the run early. */
  signal: AbortSignal;
}

/** What a run came to, in the order that its JSON has. */
export interface ChaosResult {
  jobs: number;
  succeeded: number;
  artifactSets: number;
  lost: number;
  doubled: number;
  hostKills: number;
  engineKills: number;
  socketCuts: number;
  socketDelays: number;
  diskFull: number;
  seed: number;
  elapsedMs: number;
}

/** A person's own settings: nothing that was killed on purpose may count against a job or an engine. */
const settings: SettingsPatch = {
  maxAttempts: 1000,
  deathsToHold: 1000,
  crashBudget: 100_000,
  retryBaseMs: 10,
  retryMaxMs: 50,
  restartBaseMs: 10,
  restartMaxMs: 50,
  // Only the full disk that the run injects may pause it.
  diskFloorBytes: 0,
};
/** Slow enough for a job to last longer than most delays of a strike. */
const demoFlags = ['--speed', '5'];
const chunkJobs = 3;
/** The contract allows no more in one call. */
const largestRequest = 10_000;
/** So many jobs wait when the next ones are queued. */
const waitingJobs = 3;
const tellEveryMs = 5_000;

/** How long a run may take: 12 minutes at the default size. Each kill of a ComfyUI is followed by a boot. */
const deadlineMs = ({ jobs, kills, engine }: Pick<ChaosOptions, 'jobs' | 'kills' | 'engine'>): number =>
  engine ? 180_000 + kills * 30_000 + jobs * 1_000 : Math.max(180_000, 60_000 + kills * 3_000 + jobs * 200);

/** Half of the chunks are plain colours, half go through a sampler; a ComfyUI needs no model for the colours. */
const requestOf = (chunk: number, count: number, engine: ChaosEngine | null): EnqueueInput => ({
  ...(engine || chunk % 2 === 0
    ? { template: 'demo', values: { width: 64, height: 64 } }
    : { template: 'sd15', values: { width: 64, height: 64, steps: 8, prompt: 'a calm sea' } }),
  count,
  key: `chaos-${chunk}`,
  priority: 'normal',
  isFront: false,
});

/**
 * Queues jobs while host and engine are killed, sockets cut, engines frozen and disks full; then stops everything in good order and
 * looks at what is left. Rejects, with what hangs, when the deadline is over, and when a host ends by itself. Leaves no process.
 */
export const runChaos = async (options: ChaosOptions): Promise<{ result: ChaosResult; faults: string[] }> => {
  const { dataDir, jobs, kills, seed, engine, tell, signal } = options;
  const begunAt = performance.now();
  const elapsedMs = (): number => Math.round(performance.now() - begunAt);
  const accepted = new Set<string>();
  const hosts = createHosts({
    dataDir,
    engine: engine ? { kind: 'own', flags: realFlags(dataDir) } : { kind: 'demo', flags: demoFlags },
    strikes: planStrikes({ jobs, kills, seed }),
    tell: (text) => tell(`${Math.round(elapsedMs() / 1000)} s: ${text}`),
    isDone: () => hosts.succeeded() >= jobs,
  });
  const limit = deadlineMs(options);
  const ending = new AbortController();
  const status = (): string =>
    `${Math.round(elapsedMs() / 1000)} s: ${accepted.size} of ${jobs} queued, ${hosts.succeeded()} succeeded; ${hosts.status()}`;

  const work = async (): Promise<number | null> => {
    await hosts.ask((client) => client.call('settings.set', settings));
    if (engine) {
      const { id } = await hosts.ask((client) => client.call('engines.add', { kind: 'managed', ...engine }));
      const { state } = await hosts.ask((client) => client.call('engines.start', { id }));
      if (state !== 'ready') throw new Error(`the engine did not start: it is ${state}`);
    }
    hosts.begin();
    for (let chunk = 0; accepted.size < jobs; chunk++) {
      // Work does not run ahead of what goes wrong; without any nothing could.
      await hosts.until(() => {
        const waiting = accepted.size - hosts.succeeded();
        return (waiting <= 0 && hosts.needsWork()) || (waiting <= waitingJobs && hosts.through() >= accepted.size / jobs);
      });
      const left = jobs - accepted.size;
      const request = requestOf(chunk, Math.min(left, hosts.through() === 1 ? largestRequest : chunkJobs), engine);
      // A host that dies meanwhile may have queued them or not: the key lets the call be made again.
      const { jobs: made } = await hosts.ask((client) => client.call('jobs.enqueue', request));
      for (const { id } of made) accepted.add(id);
    }
    await hosts.until(() => hosts.through() === 1 && hosts.settled() >= jobs);
    return hosts.stop();
  };
  const tooLate = sleep(limit, undefined, { signal: AbortSignal.any([ending.signal, signal]) }).then(
    () => Promise.reject(new Error(`not done within ${limit / 1000} s. ${status()}`)),
    () => Promise.reject(new Error('interrupted')),
  );
  const timer = setInterval(() => tell(status()), tellEveryMs);
  try {
    const code = await Promise.race([work(), hosts.failed, tooLate]);
    const faults = code === 143 ? [] : [`the last host ended with ${code} instead of 143`];
    for (const line of processesNaming(dataDir)) faults.push(`left running: ${line}`);
    const found = audit(dataDir, accepted);
    const { hostKills, engineKills, socketCuts, socketDelays, diskFull } = hosts.tally;
    const { succeeded, artifactSets, lost, doubled } = found;
    return {
      result: {
        jobs,
        succeeded,
        artifactSets,
        lost,
        doubled,
        hostKills,
        engineKills,
        socketCuts,
        socketDelays,
        diskFull,
        seed,
        elapsedMs: elapsedMs(),
      },
      faults: [...faults, ...found.faults],
    };
  } finally {
    clearInterval(timer);
    tooLate.catch(() => {});
    ending.abort();
    await hosts.kill();
    killLivingEngine(dataDir);
  }
};

/** Folders of its own, and no graphics card that others may be using. */
const realFlags = (dataDir: string): string[] => {
  const base = join(dataDir, 'base');
  for (const name of ['custom_nodes', 'input', 'models', 'output', 'user']) mkdirSync(join(base, name), { recursive: true });
  return ['--cpu', '--base-directory', base];
};

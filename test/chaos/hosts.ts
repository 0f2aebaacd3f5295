import { setTimeout as sleep } from 'node:timers/promises';
import { systemProcesses } from '../../electron/engine/system-processes.ts';
import { AppError } from '../../shared/app-error.ts';
import type { JobCounts } from '../../shared/job.ts';
import type { Client } from '../../shared/rpc.ts';
import { openHostClient } from '../bench/host-client.ts';
import { createWaits } from '../fakes/waits.ts';
import { type Address, type HostEngine, type HostProcess, startHost } from './host-process.ts';
import { jobMoments, type Strike, type Struck } from './strike.ts';

/** One host after the other over one data folder, each until it is killed, with a connection while it lives. */
export interface Hosts {
  readonly tally: { hostKills: number; engineKills: number; socketCuts: number; socketDelays: number; diskFull: number };
  /** From now on things go wrong. */
  begin(): void;
  /** Share of the strikes that have happened. */
  through(): number;
  /** The next strike comes with a job. */
  needsWork(): boolean;
  /** Jobs, as far as any host told. */
  succeeded(): number;
  /** Jobs that nothing changes by itself any more, as the host of now told. */
  settled(): number;
  /** Resolves once it is so, as far as a host told. */
  until(isTrue: () => boolean): Promise<void>;
  /** Asks the host of now; the next one again when it dies meanwhile. Rejects with what a living host refuses. */
  ask<T>(act: (client: Client) => Promise<T>): Promise<T>;
  /** Ends the host in good order; its exit code. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
  /** Rejects when a host ends that nobody killed. */
  readonly failed: Promise<never>;
  /** What is waited for, in words. */
  status(): string;
}

export interface HostsDeps {
  dataDir: string;
  engine: HostEngine;
  strikes: readonly Strike[];
  tell(text: string): void;
  /** All work is done, so that no moment of it will come. */
  isDone(): boolean;
}

/** A moment that does not come within this time is not waited for any longer; those of a beginning come soon or not at all. */
const patience = {
  demo: { jobMs: 15_000, beginningMs: 5_000 },
  // A ComfyUI takes half a minute to boot.
  own: { jobMs: 120_000, beginningMs: 60_000 },
};
const lookEveryMs = 500;

export const createHosts = ({ dataDir, engine, strikes, tell, isDone }: HostsDeps): Hosts => {
  const table = systemProcesses();
  const tally = { hostKills: 0, engineKills: 0, socketCuts: 0, socketDelays: 0, diskFull: 0 };
  const { jobMs, beginningMs } = patience[engine.kind];
  const { stir, until } = createWaits();
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => {});
  let at = 0;
  let armedAt = performance.now();
  let hasBegun = false;
  let isStopping = false;
  let link: { client: Client; close(): void } | null = null;
  /** As the host of now told; null until it did. */
  let counts: JobCounts | null = null;
  let succeeded = 0;

  const armed = (): Strike | null => (hasBegun ? (strikes[at] ?? null) : null);
  const needsWork = (): boolean => {
    const moment = armed()?.moment;
    return moment !== undefined && jobMoments.includes(moment);
  };
  const told = (now: JobCounts): void => {
    counts = now;
    succeeded = now.succeeded;
    stir();
  };
  const next = (): void => {
    const strike = armed();
    at += 1;
    if (strike) tell(`${at}/${strikes.length} ${strike.act} at ${strike.moment}, ${succeeded} succeeded`);
    armedAt = performance.now();
    stir();
  };

  const struck = ({ engine: frozen }: Struck): void => {
    const strike = armed();
    if (strike?.act === 'killEngine') tally.engineKills += 1;
    if (strike?.act === 'cutSockets') tally.socketCuts += 1;
    if (strike?.act === 'delaySockets') tally.socketDelays += 1;
    if (strike?.act === 'fillDisk') tally.diskFull += 1;
    // The host that froze it may be dead by then.
    if (strike?.act === 'freezeEngine' && frozen) void sleep(strike.holdMs).then(() => table.signal([frozen], 'SIGCONT'));
    next();
    host.arm(armed());
  };
  const connectTo = async (address: Address, to: HostProcess): Promise<void> => {
    const opened = await openHostClient(address);
    if (to !== host) return opened.close();
    opened.client.on('queue.changed', (queue) => told(queue.counts));
    link = opened;
    stir();
    told((await opened.client.call('app.snapshot', {})).counts);
  };
  const start = (): HostProcess => {
    armedAt = performance.now();
    const started = startHost(dataDir, engine, armed(), struck);
    // A connection that breaks is the death of its host, or shows as one that hangs.
    started.address.then((address) => address && connectTo(address, started)).catch(() => {});
    started.ended.then(({ code, signal, err }) => {
      link?.close();
      link = null;
      counts = null;
      if (isStopping) return;
      if (signal !== 'SIGKILL' || armed()?.act !== 'killHost')
        return failure.reject(new Error(`a host ended by itself (${signal ?? code}): ${err}`));
      tally.hostKills += 1;
      next();
      host = start();
    }, failure.reject);
    return started;
  };
  const timer = setInterval(() => {
    const strike = armed();
    if (!strike || (!isDone() && performance.now() - armedAt < (needsWork() ? jobMs : beginningMs))) return;
    if (isDone() && strike.act === 'fillDisk') {
      next();
      host.arm(armed());
    } else host.now();
  }, lookEveryMs);
  let host = start();

  return {
    tally,
    begin() {
      hasBegun = true;
      armedAt = performance.now();
      host.arm(armed());
    },
    through: () => (strikes.length === 0 ? 1 : at / strikes.length),
    needsWork,
    succeeded: () => succeeded,
    settled: () => (counts ? counts.succeeded + counts.failed_terminal + counts.dead_letter + counts.held + counts.cancelled : 0),
    until,
    async ask(act) {
      for (;;) {
        await until(() => link !== null);
        const asked = link;
        if (!asked) continue;
        try {
          return await act(asked.client);
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'disconnected') throw error;
          await until(() => link !== asked);
        }
      }
    },
    async stop() {
      isStopping = true;
      clearInterval(timer);
      // Before it listens a signal ends it like any program, without a word.
      await host.address;
      host.kill('SIGTERM');
      return (await host.ended).code;
    },
    async kill() {
      isStopping = true;
      clearInterval(timer);
      link?.close();
      host.kill('SIGKILL');
      await host.ended;
    },
    failed: failure.promise,
    status() {
      const { hostKills, engineKills, socketCuts, socketDelays, diskFull } = tally;
      const strike = armed();
      const waits = strike ? `next is ${strike.act} at ${strike.moment}` : 'nothing more will go wrong';
      const states = Object.entries(counts ?? {}).filter(([, n]) => n > 0);
      return `killed: host ${hostKills}, engine ${engineKills}; sockets cut ${socketCuts}, delayed ${socketDelays}, disk full ${diskFull}; ${waits}; jobs ${JSON.stringify(Object.fromEntries(states))}`;
    },
  };
};

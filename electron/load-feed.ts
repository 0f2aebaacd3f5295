import { availableParallelism, freemem, totalmem } from 'node:os';
import type { GpuLoad } from '../shared/engine-load.ts';
import type { EventHub } from '../shared/rpc.ts';
import { findAmdCards } from './engine/amd-load.ts';
import type { Engines } from './engine/engines.ts';
import { followNvidia, type GpuSource } from './engine/nvidia-load.ts';
import { createMachineMeter, createProcessMeter, type ProcessMeter } from './engine/process-load.ts';
import type { Clock } from './lib/clock.ts';

const everyMs = 2_000;
const leaseMs = 30_000;

/** Tells how busy engines are, as long as somebody looks. */
export interface LoadWatch {
  /** Readings of this engine are told for so long; a page that still looks asks again before it is over. */
  watch(id: string): { forMs: number };
  stop(): void;
}

interface LoadDeps {
  engines: Pick<Engines, 'get'>;
  hub: Pick<EventHub, 'emit' | 'clients'>;
  clock: Clock;
  /** Opened when the first one looks, stopped after the last one. */
  followCards?: () => GpuSource;
}

/** A look is a lease: a page that is closed, asleep or gone costs nothing after half a minute. Nothing runs while nobody looks. */
export function createLoadWatch({ engines, hub, clock, followCards = followAllCards }: LoadDeps): LoadWatch {
  const until = new Map<string, number>();
  const meters = new Map<string, { pid: number; meter: ProcessMeter }>();
  let machine = createMachineMeter();
  // What a machine has stays as it is while somebody looks; asking for it reads files each time.
  let has = { ramBytes: totalmem(), cores: availableParallelism() };
  let cards: GpuSource | null = null;
  let callOff = (): void => {};

  const meterOf = (id: string, pid: number | null): ProcessMeter | null => {
    const known = meters.get(id);
    if (known?.pid === pid) return known?.meter ?? null;
    known?.meter.stop();
    meters.delete(id);
    if (pid === null) return null;
    const meter = createProcessMeter(pid);
    meters.set(id, { pid, meter });
    return meter;
  };
  const tell = (id: string, machineCpuPercent: number | null): void => {
    const engine = engines.get(id);
    // Where an engine of somebody else runs, nobody here can look.
    if (!engine || engine.kind === 'external') return;
    const load = meterOf(id, engine.pid)?.read(clock.monotonic());
    hub.emit('engine.load', {
      engine: id,
      at: new Date(clock.now()).toISOString(),
      cpuPercent: load?.cpuPercent ?? null,
      ramBytes: load?.ramBytes ?? null,
      machineCpuPercent,
      machineRamUsedBytes: has.ramBytes - freemem(),
      machineRamTotalBytes: has.ramBytes,
      cores: has.cores,
      gpus: cards?.read() ?? [],
    });
  };
  const stop = (): void => {
    callOff();
    cards?.stop();
    cards = null;
    for (const { meter } of meters.values()) meter.stop();
    meters.clear();
    machine = createMachineMeter();
    until.clear();
  };
  const round = (): void => {
    const now = clock.monotonic();
    for (const [id, end] of until) {
      if (end > now) continue;
      until.delete(id);
      meterOf(id, null);
    }
    if (until.size === 0 || hub.clients === 0) {
      stop();
      return;
    }
    const percent = machine();
    for (const id of until.keys()) tell(id, percent);
    callOff = clock.after(everyMs, round);
  };
  return {
    watch(id) {
      const isFirst = until.size === 0;
      until.set(id, clock.monotonic() + leaseMs);
      if (isFirst) {
        cards ??= followCards();
        has = { ramBytes: totalmem(), cores: availableParallelism() };
        // The first look only begins to count.
        machine();
        const engine = engines.get(id);
        if (engine && engine.kind !== 'external') meterOf(id, engine.pid)?.read(clock.monotonic());
        callOff = clock.after(everyMs / 4, round);
      }
      return { forMs: leaseMs };
    },
    stop,
  };
}

/** Every card that tells something of itself, until it is stopped. */
export const followAllCards = (interval = everyMs): GpuSource => {
  const nvidia = followNvidia(interval);
  const amd: () => GpuLoad[] = process.platform === 'linux' ? findAmdCards() : () => [];
  return {
    read() {
      const cards = nvidia.read();
      return [...cards, ...amd().map((card) => ({ ...card, index: card.index + cards.length }))];
    },
    stop: nvidia.stop,
  };
};

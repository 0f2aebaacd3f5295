import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { GpuLoad } from '../../shared/engine-load.ts';

const fields = 'index,name,utilization.gpu,memory.used,memory.total,temperature.gpu,power.draw,power.limit,clocks.sm';
const mib = 1024 ** 2;

/** One line of `nvidia-smi --query-gpu=… --format=csv,noheader,nounits`; `[N/A]` and the like are null. null: no such line. Pure. */
export const parseNvidiaLine = (line: string): GpuLoad | null => {
  const parts = line.split(',').map((part) => part.trim());
  if (parts.length < 9 || !/^\d+$/.test(parts[0] ?? '')) return null;
  // A name may hold a comma; the numbers are counted from the end.
  const name = parts.slice(1, -7).join(', ');
  const [load, used, total, temperature, power, limit, clock] = parts.slice(-7).map((part) => {
    const value = Number(part);
    return part !== '' && Number.isFinite(value) ? value : null;
  });
  return {
    index: Number(parts[0]),
    name,
    loadPercent: load ?? null,
    vramUsedBytes: used == null ? null : used * mib,
    vramTotalBytes: total == null ? null : total * mib,
    temperatureC: temperature ?? null,
    powerW: power ?? null,
    powerLimitW: limit ?? null,
    clockMhz: clock ?? null,
  };
};

/** The newest readings of a source that goes on by itself. */
export interface GpuSource {
  /** By index; empty while there are none. */
  read(): GpuLoad[];
  stop(): void;
}

/**
 * Follows `nvidia-smi` in its own loop: one process for as long as somebody looks, because each start of it costs more than all its
 * readings. Without the program, and once it has ended, there are no readings.
 */
export const followNvidia = (everyMs: number, program = 'nvidia-smi'): GpuSource => {
  const cards = new Map<number, GpuLoad>();
  const child = spawn(program, [`--query-gpu=${fields}`, '--format=csv,noheader,nounits', `--loop-ms=${everyMs}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
  });
  child.on('error', () => cards.clear());
  child.on('close', () => cards.clear());
  createInterface({ input: child.stdout }).on('line', (line) => {
    const card = parseNvidiaLine(line);
    if (card) cards.set(card.index, card);
  });
  return {
    read: () => [...cards.values()].sort((a, b) => a.index - b.index),
    stop: () => void child.kill(),
  };
};

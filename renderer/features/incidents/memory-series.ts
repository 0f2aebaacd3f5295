import type { EngineMemory } from '../../../shared/engine.ts';

/** Memory in use over the time before an end. */
export interface MemorySeries {
  kind: 'vram' | 'ram';
  totalBytes: number;
  /** Oldest first; `at` in ms since the epoch. */
  points: { at: number; bytes: number }[];
}

/** The readings as lines, one for each kind of memory of which at least two are known. Pure. */
export function memorySeries(readings: readonly EngineMemory[]): MemorySeries[] {
  const of = (kind: MemorySeries['kind'], total: keyof EngineMemory, free: keyof EngineMemory): MemorySeries[] => {
    const points: MemorySeries['points'] = [];
    let totalBytes = 0;
    for (const reading of readings) {
      const [most, left] = [reading[total], reading[free]];
      if (typeof most !== 'number' || typeof left !== 'number' || most <= 0) continue;
      totalBytes = most;
      points.push({ at: Date.parse(reading.at), bytes: most - left });
    }
    return points.length < 2 ? [] : [{ kind, totalBytes, points }];
  };
  return [...of('vram', 'vramTotalBytes', 'vramFreeBytes'), ...of('ram', 'ramTotalBytes', 'ramFreeBytes')];
}

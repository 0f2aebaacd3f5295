import type { EngineMemory } from '../../../shared/engine.ts';
import type { EngineLoad } from '../../../shared/engine-load.ts';

type LoadKind = 'cpu' | 'ram' | 'vram' | 'gpu' | 'temperature' | 'power';

interface LoadPoint {
  at: number;
  value: number | null;
}

/** One chart: what is measured, over time. Only what some reading told is a series. */
export interface LoadSeries {
  kind: LoadKind;
  /** The card, where there are several. */
  card: string | null;
  points: readonly LoadPoint[];
  /** Newest value; in percent, bytes, °C or W by kind. */
  now: number;
  /** The most there can be; null: open. */
  most: number | null;
  /** The whole machine's, where it says more. */
  machine: number | null;
}

const isKnown = (points: readonly LoadPoint[]): boolean => points.some(({ value }) => value !== null);
const lastOf = (points: readonly LoadPoint[]): number => points.findLast(({ value }) => value !== null)?.value ?? 0;

/**
 * The charts of an engine from what it and its machine told. A source that is absent has no chart. VRAM comes from the card itself;
 * where nobody can ask it, from the engine. Pure.
 */
export function loadSeries(loads: readonly EngineLoad[], memory: readonly EngineMemory[]): LoadSeries[] {
  const last = loads.at(-1);
  const over = (read: (load: EngineLoad) => number | null | undefined): LoadPoint[] =>
    loads.map((load) => ({ at: Date.parse(load.at), value: read(load) ?? null }));
  const series: LoadSeries[] = [];
  const add = (kind: LoadKind, card: string | null, points: LoadPoint[], most: number | null, machine: number | null = null) => {
    if (isKnown(points)) series.push({ kind, card, points, now: lastOf(points), most, machine });
  };
  if (last) {
    add(
      'cpu',
      null,
      over(({ cpuPercent }) => cpuPercent),
      last.cores * 100,
      last.machineCpuPercent,
    );
    add(
      'ram',
      null,
      over(({ ramBytes }) => ramBytes),
      last.machineRamTotalBytes,
      last.machineRamUsedBytes,
    );
  }
  const cards = last?.gpus ?? [];
  for (const { index, name, vramTotalBytes, powerLimitW } of cards) {
    const card = cards.length > 1 ? `${index}: ${name}` : null;
    const of = (load: EngineLoad) => load.gpus.find((gpu) => gpu.index === index);
    add(
      'gpu',
      card,
      over((load) => of(load)?.loadPercent),
      100,
    );
    add(
      'vram',
      card,
      over((load) => of(load)?.vramUsedBytes),
      vramTotalBytes,
    );
    add(
      'temperature',
      card,
      over((load) => of(load)?.temperatureC),
      null,
    );
    add(
      'power',
      card,
      over((load) => of(load)?.powerW),
      powerLimitW,
    );
  }
  if (!series.some(({ kind }) => kind === 'vram')) {
    const told = memory.filter(({ vramTotalBytes, vramFreeBytes }) => (vramTotalBytes ?? 0) > 0 && vramFreeBytes !== null);
    const points = told.map(({ at, vramTotalBytes, vramFreeBytes }) => ({
      at: Date.parse(at),
      value: (vramTotalBytes ?? 0) - (vramFreeBytes ?? 0),
    }));
    add('vram', null, points, told.at(-1)?.vramTotalBytes ?? null);
  }
  if (!series.some(({ kind }) => kind === 'ram')) {
    const told = memory.filter(({ ramTotalBytes, ramFreeBytes }) => (ramTotalBytes ?? 0) > 0 && ramFreeBytes !== null);
    const points = told.map(({ at, ramTotalBytes, ramFreeBytes }) => ({
      at: Date.parse(at),
      value: (ramTotalBytes ?? 0) - (ramFreeBytes ?? 0),
    }));
    add('ram', null, points, told.at(-1)?.ramTotalBytes ?? null);
  }
  return series;
}

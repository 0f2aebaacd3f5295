import type { BenchmarkRun, BenchmarkSample } from '../../../shared/benchmark.ts';
import type { HistoryPoint } from '../../../shared/benchmark-outlook.ts';
import { isCounted, timeOf } from '../../../shared/counted-samples.ts';
import { median } from '../../../shared/stats.ts';

/** One configuration with its counted times, in ms. */
export interface TimeSeries {
  name: string;
  medianMs: number | null;
  deviationMs: number | null;
  points: { number: number; ms: number; isOutlier: boolean }[];
}

const ofCell = (samples: readonly BenchmarkSample[], cell: number): BenchmarkSample[] =>
  samples.filter((sample) => sample.cell === cell && isCounted(sample));

/** Pure. */
export const timeSeries = (run: BenchmarkRun, samples: readonly BenchmarkSample[]): TimeSeries[] =>
  run.cells.map(({ configuration, medianMs, deviationMs, outliers }, cell) => ({
    name: configuration,
    medianMs,
    deviationMs,
    points: ofCell(samples, cell).flatMap((sample) => {
      const ms = timeOf(sample, run.measure);
      return ms === null ? [] : [{ number: sample.number, ms, isOutlier: outliers.includes(sample.number) }];
    }),
  }));

export interface Curve {
  name: string;
  /** Median of each step over the counted samples, in ms. */
  values: number[];
}

/** Where samples had different numbers of steps, a step is the median of those that had it. Pure. */
export const stepCurves = (run: BenchmarkRun, samples: readonly BenchmarkSample[]): Curve[] =>
  run.cells.map(({ configuration }, cell) => {
    const mine = ofCell(samples, cell).map(({ stepMs }) => stepMs);
    const longest = Math.max(0, ...mine.map(({ length }) => length));
    const values = Array.from({ length: longest }, (_, step) => median(mine.flatMap((steps) => steps[step] ?? [])));
    return { name: configuration, values };
  });

interface NodeShare {
  id: string;
  /** Class of the node. */
  name: string;
}

export interface NodeTimes {
  /** The slowest first, at most `mostNodes` and what is left as one. */
  nodes: NodeShare[];
  rows: { name: string; msOf: Record<string, number> }[];
}

/** More kinds cannot be told apart by pattern. */
const mostNodes = 6;
export const otherNodes = 'others';

/** Median time of each node that ran, by configuration. Pure. */
export const nodeTimes = (run: BenchmarkRun, samples: readonly BenchmarkSample[]): NodeTimes => {
  const names = new Map<string, string>();
  const cells = run.cells.map(({ configuration }, cell) => {
    const times = new Map<string, number[]>();
    const mine = ofCell(samples, cell);
    for (const { nodes } of mine)
      for (const node of nodes ?? []) {
        names.set(node.id, node.class || node.id);
        times.set(node.id, [...(times.get(node.id) ?? []), node.ms]);
      }
    // A node that was cached in a sample took no time there.
    const medians = [...times].map(([id, values]): [string, number] => [
      id,
      median([...values, ...Array.from({ length: mine.length - values.length }, () => 0)]),
    ]);
    return { name: configuration, times: new Map(medians) };
  });
  const sum = (id: string): number => cells.reduce((total, { times }) => total + (times.get(id) ?? 0), 0);
  const ordered = [...names.keys()].filter((id) => sum(id) > 0).sort((a, b) => sum(b) - sum(a));
  const shown = ordered.length <= mostNodes ? ordered : ordered.slice(0, mostNodes - 1);
  const rest = ordered.slice(shown.length);
  const nodes = shown.map((id) => ({ id, name: names.get(id) ?? id }));
  if (rest.length > 0) nodes.push({ id: otherNodes, name: otherNodes });
  const rows = cells.map(({ name, times }) => {
    const msOf = Object.fromEntries(shown.map((id) => [id, times.get(id) ?? 0]));
    if (rest.length > 0) msOf[otherNodes] = rest.reduce((total, id) => total + (times.get(id) ?? 0), 0);
    return { name, msOf };
  });
  return { nodes, rows };
};

export interface MemorySeries {
  name: string;
  kind: 'vram' | 'ram';
  /** Peak of each counted sample in the order in which they were taken, in bytes. */
  values: number[];
}

/** Of the card where its memory is known, else of the machine. Pure. */
export const memorySeries = (run: BenchmarkRun, samples: readonly BenchmarkSample[]): MemorySeries[] => {
  const hasVram = samples.some(({ peak }) => (peak.vramBytes ?? 0) > 0);
  const kind = hasVram ? 'vram' : 'ram';
  return run.cells.map(({ configuration }, cell) => ({
    name: configuration,
    kind,
    values: ofCell(samples, cell).flatMap(({ peak }) => (hasVram ? peak.vramBytes : peak.ramBytes) ?? []),
  }));
};

export interface HistoryLine {
  name: string;
  points: (HistoryPoint & { place: number })[];
}

/** A line for each configuration; runs stand in their order, whatever the time between them. Pure. */
export const historyLines = (history: readonly HistoryPoint[]): { runs: string[]; lines: HistoryLine[] } => {
  const runs = [...new Set(history.map(({ run }) => run))];
  const names = [...new Set(history.map(({ configuration }) => configuration))];
  const lines = names.map((name) => ({
    name,
    points: history.flatMap((point) => (point.configuration === name ? [{ ...point, place: runs.indexOf(point.run) }] : [])),
  }));
  return { runs, lines };
};

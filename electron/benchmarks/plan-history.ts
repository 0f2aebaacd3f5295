import type { BenchmarkComparison, BenchmarkPlan, BenchmarkRun, BenchmarkSample } from '../../shared/benchmark.ts';
import type { HistoryPoint } from '../../shared/benchmark-outlook.ts';
import { compareSamples } from '../../shared/compare-samples.ts';
import { isCounted, timeOf } from '../../shared/counted-samples.ts';
import { median } from '../../shared/stats.ts';
import { canonicalJson } from '../lib/canonical-json.ts';

/** What two plans share whose samples may be held against each other, whatever they are called and however often they measure. Pure. */
export const workKey = ({ template, values, seeds, configurations, cold }: BenchmarkPlan): string =>
  canonicalJson(JSON.parse(JSON.stringify({ template, values, seeds: seeds ?? [], configurations, cold })));

/** A run that is over, with its samples. */
export interface PastRun {
  run: BenchmarkRun;
  samples: readonly BenchmarkSample[];
}

/** The points of runs of one plan, given oldest first. Each is held against the one before of the same configuration. Pure. */
export const planHistory = (past: readonly PastRun[]): HistoryPoint[] => {
  const last = new Map<string, { run: BenchmarkRun; cell: number; blocks: number[] }>();
  return past.flatMap(({ run, samples }) =>
    run.cells.flatMap((cell, place): HistoryPoint[] => {
      if (cell.medianMs === null || cell.deviationMs === null || cell.counted === 0) return [];
      const { configuration } = cell;
      const now = { run, cell: place, blocks: blockTimes(run, samples, place) };
      const before = last.get(configuration);
      last.set(configuration, now);
      return [
        {
          run: run.id,
          at: run.startedAt,
          configuration,
          cell: place,
          version: cell.facts?.comfyui.version ?? null,
          commit: cell.facts?.comfyui.commit ?? null,
          torch: cell.facts?.torch ?? null,
          medianMs: cell.medianMs,
          deviationMs: cell.deviationMs,
          counted: cell.counted,
          isDirty: run.isDirty,
          change: before ? compareRuns(before, now) : null,
        },
      ];
    }),
  );
};

/** Median of each block: samples after one start of an engine hang together, blocks do not. */
const blockTimes = (run: BenchmarkRun, samples: readonly BenchmarkSample[], cell: number): number[] => {
  const blocks = new Map<number, number[]>();
  for (const sample of samples) {
    const ms = sample.cell === cell && isCounted(sample) ? timeOf(sample, run.measure) : null;
    if (ms !== null) blocks.set(sample.block, [...(blocks.get(sample.block) ?? []), ms]);
  }
  return [...blocks.values()].map(median);
};

interface Side {
  run: BenchmarkRun;
  cell: number;
  blocks: number[];
}

/** Other work, or another measure, is not comparable. */
const compareRuns = (before: Side, now: Side): BenchmarkComparison => {
  const [a, b] = [before.run.cells[before.cell], now.run.cells[now.cell]];
  const isSame = a?.digest === b?.digest && before.run.measure === now.run.measure;
  const isDirty = before.run.isDirty || now.run.isDirty;
  const compared = compareSamples(before.blocks, isSame ? now.blocks : [], { seed: now.run.seed });
  return { configuration: b?.configuration ?? '', ...compared, isTentative: isDirty && compared.moreRuns === 0 };
};

import type { BenchmarkCell, BenchmarkComparison, BenchmarkRun, BenchmarkSample } from '../../shared/benchmark.ts';
import { compareSamples, defaultAlpha, lookAlpha } from '../../shared/compare-samples.ts';
import { markOutliers, median, medianDeviation } from '../../shared/stats.ts';
import { isCounted, timeOf } from './counted-samples.ts';

/** Above this load for each core before a sample, something else was at work. */
const busyLoad = 0.7;

type Summary = Pick<BenchmarkRun, 'measure' | 'cells' | 'comparisons' | 'taken' | 'isDirty'>;
type Known = Pick<BenchmarkRun, 'plan' | 'seed' | 'cells' | 'differences'>;

/** Works out what samples say: of each configuration, and of each against the first. Pure. */
export const summarise = ({ plan, seed, cells, differences }: Known, samples: readonly BenchmarkSample[]): Summary => {
  const counted = samples.filter(isCounted);
  // One measure for all, so that nothing is compared with something else.
  const measure = counted.every(({ executionMs }) => executionMs !== null) ? 'execution' : 'wall';
  const timed = cells.map((_, cell) =>
    counted.flatMap((sample) => {
      const ms = sample.cell === cell ? timeOf(sample, measure) : null;
      return ms === null ? [] : [{ number: sample.number, ms, stepMs: sample.stepMs }];
    }),
  );
  const summed = cells.map((known, cell): BenchmarkCell => {
    const mine = timed[cell] ?? [];
    const times = mine.map(({ ms }) => ms);
    const steps = mine.flatMap(({ stepMs }) => stepMs);
    const marks = markOutliers(times);
    return {
      ...known,
      counted: mine.length,
      failures: samples.filter((sample) => sample.cell === cell && sample.outcome !== 'ok').length,
      medianMs: mine.length > 0 ? median(times) : null,
      deviationMs: mine.length > 0 ? medianDeviation(times) : null,
      stepMs: steps.length > 0 ? median(steps) : null,
      outliers: mine.flatMap(({ number }, place) => (marks[place] ? [number] : [])),
    };
  });
  const [first = [], ...others] = timed.map((mine) => mine.map(({ ms }) => ms));
  const alpha = plan.extra ? lookAlpha : defaultAlpha;
  const comparisons = others.map((times, place): BenchmarkComparison => {
    const configuration = cells[place + 1]?.configuration ?? '';
    const isSame = !differences.some((difference) => difference.configuration === configuration);
    return { configuration, ...compareSamples(first, isSame ? times : [], { alpha, seed }), isTentative: false };
  });
  const taken = samples.filter(({ isWarmup }) => !isWarmup).length;
  const isDirty = samples.some(({ loadBefore }) => loadBefore !== null && loadBefore > busyLoad);
  return { measure, cells: summed, comparisons, taken, isDirty };
};

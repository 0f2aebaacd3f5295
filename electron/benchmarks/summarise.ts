import type { BenchmarkCell, BenchmarkComparison, BenchmarkRun, BenchmarkSample } from '../../shared/benchmark.ts';
import { compareRounds } from '../../shared/compare-rounds.ts';
import { defaultAlpha, lookAlpha } from '../../shared/compare-samples.ts';
import { isCounted, isFailure, timeOf } from '../../shared/counted-samples.ts';
import type { Round } from '../../shared/round-interval.ts';
import { markOutliers, median, medianDeviation } from '../../shared/stats.ts';
import { isDirtyRun } from './dirty-run.ts';

type Summary = Pick<BenchmarkRun, 'measure' | 'cells' | 'comparisons' | 'taken' | 'isDirty'>;
type Known = Pick<BenchmarkRun, 'plan' | 'seed' | 'cells' | 'differences'>;

/** A counted sample with the time that the run measures. */
interface Timed {
  number: number;
  round: number;
  ms: number;
  stepMs: number[];
}

/** Works out what samples say: of each configuration, and of each against the first. Pure. */
export const summarise = ({ plan, seed, cells, differences }: Known, samples: readonly BenchmarkSample[]): Summary => {
  const counted = samples.filter(isCounted);
  // One measure for all, so that nothing is compared with something else.
  const measure = counted.every(({ executionMs }) => executionMs !== null) ? 'execution' : 'wall';
  const timed = cells.map((_, cell) =>
    counted.flatMap((sample): Timed[] => {
      const ms = sample.cell === cell ? timeOf(sample, measure) : null;
      return ms === null ? [] : [{ number: sample.number, round: sample.round, ms, stepMs: sample.stepMs }];
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
      failures: samples.filter((sample) => sample.cell === cell && isFailure(sample)).length,
      medianMs: mine.length > 0 ? median(times) : null,
      deviationMs: mine.length > 0 ? medianDeviation(times) : null,
      stepMs: steps.length > 0 ? median(steps) : null,
      outliers: mine.flatMap(({ number }, place) => (marks[place] ? [number] : [])),
    };
  });
  const isDirty = isDirtyRun(counted);
  const alpha = plan.extra ? lookAlpha : defaultAlpha;
  const [first = [], ...others] = timed;
  const comparisons = others.map((mine, place): BenchmarkComparison => {
    const configuration = cells[place + 1]?.configuration ?? '';
    const isSame = !differences.some((difference) => difference.configuration === configuration);
    const compared = compareRounds(roundsOf(first, isSame ? mine : []), { alpha, seed, isDirty });
    return { configuration, ...compared, isTentative: isDirty && compared.moreRuns === 0 };
  });
  const taken = samples.filter(({ isWarmup }) => !isWarmup).length;
  return { measure, cells: summed, comparisons, taken, isDirty };
};

const roundsOf = (first: readonly Timed[], second: readonly Timed[]): Round[] => {
  const timesIn = (side: readonly Timed[], round: number): number[] =>
    side.flatMap((sample) => (sample.round === round ? [sample.ms] : []));
  const rounds = new Set([...first, ...second].map(({ round }) => round));
  return [...rounds].map((round) => ({ first: timesIn(first, round), second: timesIn(second, round) }));
};

import type { TFunction } from 'i18next';
import type { BenchmarkComparison, BenchmarkRun } from '../../../shared/benchmark.ts';
import { noiseLimit } from '../../../shared/compare-samples.ts';
import { secondsWords, shareWords } from './share-words.ts';

/** How many runs of the two sides counted, in words. */
const runsWords = (t: TFunction, first: number, second: number): string =>
  first === second ? t('benchmarks.verdict.runsEach', { count: first }) : t('benchmarks.verdict.runsBoth', { first, second });

/** Time of a median with its unit. */
export const timeWords = (t: TFunction, ms: number): string => t('benchmarks.seconds', { value: secondsWords(ms) });

/** What one comparison says, as a sentence. */
export function comparisonWords(t: TFunction, run: BenchmarkRun, comparison: BenchmarkComparison): string {
  const [base] = run.cells;
  const cell = run.cells.find(({ configuration }) => configuration === comparison.configuration);
  const { verdict, ratio, interval, isTentative } = comparison;
  const params = { name: comparison.configuration, first: base?.configuration ?? '' };
  if (verdict === 'not-comparable' || ratio === null) return t('benchmarks.verdict.incomparable', params);
  const runs = runsWords(t, base?.counted ?? 0, cell?.counted ?? 0);
  const isNone = verdict === 'no-difference-shown';
  // Faster tells how much less time it took; the ends of the range in the order of their size.
  const gain = (value: number): number => (verdict === 'faster' ? 1 - value : value - 1);
  const range = interval
    ? interval
        .map(gain)
        .sort((a, b) => a - b)
        .map((share) => shareWords(share, isNone))
    : null;
  const words = { ...params, runs, effect: shareWords(gain(ratio), isNone) };
  // Nobody is told that it is so while more is asked for before anybody relies on it.
  const key = isNone ? 'none' : (`${verdict}${isTentative ? 'Seemingly' : ''}` as const);
  if (!range) return t(`benchmarks.verdict.${key}Bare`, words);
  const [low = '', high = ''] = range;
  return t(`benchmarks.verdict.${key}`, { ...words, range: t('benchmarks.verdict.range', { low: low.replace(' %', ''), high }) });
}

/** The verdict of a run: one sentence for each comparison, or for the only configuration. */
export function verdictWords(t: TFunction, run: BenchmarkRun): string[] {
  if (run.comparisons.length > 0) return run.comparisons.map((comparison) => comparisonWords(t, run, comparison));
  const [only] = run.cells;
  if (!only || only.medianMs === null) return [t('benchmarks.verdict.nothing')];
  const runs = t('benchmarks.verdict.runsAlone', { count: only.counted });
  return [t('benchmarks.verdict.alone', { name: only.configuration, time: timeWords(t, only.medianMs), runs })];
}

/** What makes a verdict weaker or stronger, each as a sentence. */
export function doubtWords(t: TFunction, run: BenchmarkRun, comparison: BenchmarkComparison): string[] {
  const { verdict, detectable, moreRuns, probability, isTentative } = comparison;
  const words: string[] = [];
  const empty = run.cells.find(
    ({ configuration, counted }, place) => counted === 0 && (place === 0 || configuration === comparison.configuration),
  );
  if (verdict === 'not-comparable' && empty) words.push(t('benchmarks.verdict.why', { configuration: empty.configuration }));
  if (verdict === 'not-comparable') return words;
  if (detectable !== null && detectable <= noiseLimit)
    words.push(t('benchmarks.verdict.detectable', { share: shareWords(detectable) }));
  else if (detectable !== null && verdict === 'no-difference-shown') words.push(t('benchmarks.verdict.undetectable'));
  if (verdict === 'no-difference-shown')
    words.push(moreRuns === null ? t('benchmarks.verdict.noMore') : t('benchmarks.verdict.moreRuns', { count: moreRuns }));
  else if (!isTentative) words.push(t('benchmarks.verdict.settled'));
  if (probability !== null)
    words.push(
      t(probability < 0.001 ? 'benchmarks.verdict.improbable' : 'benchmarks.verdict.probability', {
        share: shareWords(Math.max(probability, 0.001)),
      }),
    );
  if (isTentative) words.push(t('benchmarks.verdict.tentative'));
  return words;
}

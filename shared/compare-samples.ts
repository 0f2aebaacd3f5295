import { normalQuantile, studentTwoSided } from './distributions.ts';
import { rankTest, smallestRankProbability } from './rank-test.ts';
import { ratioInterval } from './ratio-interval.ts';
import { median, relativeSpread } from './stats.ts';

export type Verdict = 'faster' | 'slower' | 'no-difference-shown' | 'not-comparable';

/** How two groups of times differ, and how sure that is. */
export interface SampleComparison {
  verdict: Verdict;
  /** median(second) ÷ median(first): below 1 the second is faster. null where a group is empty. */
  ratio: number | null;
  /** Of the ratio, at the level asked for; null below two values in a group. */
  interval: [low: number, high: number] | null;
  /** Two-sided probability of such a difference without a cause; null where nothing could be tested. */
  probability: number | null;
  /** Smallest change, as a share (0.03 is 3 %), that so many runs with this noise would show four times in five; null: unknown. */
  detectable: number | null;
  /** So many more runs of each would be expected to settle it; 0: it is settled. null: no number that is worth running. */
  moreRuns: number | null;
}

/** Where only changes above this share would be seen, their number says nothing any more. */
export const noiseLimit = 0.5;
/** Share of false verdicts that is allowed without a look in between. */
export const defaultAlpha = 0.05;
/** Fewer values of a group tell nothing of its noise. */
const fewest = 3;
/** The customary power of a test (Cohen, 1988). */
const power = 0.8;
/** A median needs so much more spread than a mean of normal values: √(π/2). */
const medianCost = 1.2533141373155;
/** More runs than this are not worth being offered. */
const mostRuns = 1_000;

/**
 * Judges two groups of times that hang together in nothing, in any one unit; samples of one run are judged by `compareRounds`. A difference is called only if two ways agree: the bootstrap interval of the ratio
 * of medians leaves 1 out, and a test is below `alpha`: Mann–Whitney, or Welch's t of the logarithms where the groups are so small that
 * ranks alone could never show it. Outliers stay in. Pure.
 */
export const compareSamples = (
  first: readonly number[],
  second: readonly number[],
  { alpha = defaultAlpha, seed = 1 }: { alpha?: number; seed?: number } = {},
): SampleComparison => {
  if (first.length === 0 || second.length === 0) return nothing;
  const ratio = median(second) / median(first);
  const interval = ratioInterval(first, second, { alpha, seed });
  const smallest = Math.min(first.length, second.length);
  const probability =
    smallest < fewest
      ? null
      : smallestRankProbability(first.length, second.length) < alpha
        ? rankTest(first, second)
        : welchTest(first.map(Math.log), second.map(Math.log));
  const isShown =
    probability !== null && probability < alpha && interval !== null && (interval[0] > 1 || interval[1] < 1) && ratio !== 1;
  const verdict = isShown ? (ratio < 1 ? 'faster' : 'slower') : 'no-difference-shown';
  const noise = smallest < fewest ? null : medianCost * Math.hypot(relativeSpread(first), relativeSpread(second));
  const reach = normalQuantile(1 - alpha / 2) + normalQuantile(power);
  return {
    verdict,
    ratio,
    interval,
    probability,
    detectable: noise === null ? null : Math.expm1((reach * noise) / Math.sqrt(smallest)),
    moreRuns: isShown ? 0 : moreRunsFor(ratio, noise, reach, smallest),
  };
};

/** Of groups of which one is empty. */
export const nothing: SampleComparison = {
  verdict: 'not-comparable',
  ratio: null,
  interval: null,
  probability: null,
  detectable: null,
  moreRuns: null,
};

/** As many as make the error of the ratio small beside the effect that was seen. */
const moreRunsFor = (ratio: number, noise: number | null, reach: number, now: number): number | null => {
  if (noise === null) return fewest - now;
  const wanted = Math.ceil(((reach * noise) / Math.abs(Math.log(ratio))) ** 2);
  return wanted <= mostRuns ? Math.max(1, Math.max(wanted, fewest) - now) : null;
};

/** Two-sided probability by Welch's t test, which lets the variances differ: Biometrika 34 (1947) 28. Pure. */
export const welchTest = (first: readonly number[], second: readonly number[]): number => {
  const [a, b] = [moments(first), moments(second)];
  const error = a.error + b.error;
  if (error === 0) return a.mean === b.mean ? 1 : 0;
  const degrees = error ** 2 / (a.error ** 2 / (first.length - 1) + b.error ** 2 / (second.length - 1));
  return studentTwoSided((a.mean - b.mean) / Math.sqrt(error), degrees);
};

/** Mean, and the variance of it. */
const moments = (values: readonly number[]): { mean: number; error: number } => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, error: squares / (values.length - 1) / values.length };
};

/** With extra runs on, the groups are looked at when each holds so many, and never in between. */
export const looks = [10, 20, 40] as const;

/**
 * Share of false verdicts allowed at each look, so that all looks together stay below `defaultAlpha`: an equal part each (Bonferroni). That
 * asks for a little more than Pocock's bounds for three looks (0.0221 each, Biometrika 64 (1977) 191) and needs nothing of how the looks hang together.
 */
export const lookAlpha = defaultAlpha / looks.length;

/** Runs of each that are to be there at the next look; null: it is settled, or all looks were taken. Pure. */
export const nextLook = (runs: number, verdicts: readonly Verdict[]): number | null => {
  if (runs >= looks[0] && verdicts.every((verdict) => verdict !== 'no-difference-shown')) return null;
  return looks.find((look) => look > runs) ?? null;
};

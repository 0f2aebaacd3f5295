import { defaultAlpha, nothing, type SampleComparison } from './compare-samples.ts';
import { normalQuantile, studentQuantile, studentTwoSided } from './distributions.ts';
import { type Round, roundInterval } from './round-interval.ts';
import { signedRankTest } from './signed-rank-test.ts';
import { median } from './stats.ts';

/** Fewer rounds tell nothing of the noise. */
const fewest = 3;
/** The customary power of a test (Cohen, 1988). */
const power = 0.8;
/** More runs than this are not worth being offered. */
const mostRuns = 1_000;
/** On a busy machine a difference has to be so many times less likely by chance before it is called. */
const dirtyCost = 5;

/**
 * Judges times of two configurations that were taken round by round. Each round is one witness: the mean of the logarithms of its
 * second side less that of its first, in which a drift that is slower than a round falls out. A difference is called only if two ways
 * agree: the bootstrap interval of the ratio of medians leaves 1 out, and a test of the rounds is below `alpha`: Wilcoxon's signed ranks,
 * or Student's t where ranks alone could never show it, because so few rounds differ, or differ by the same. `isDirty`: other programs were at work; then both
 * must hold at a fifth of `alpha`. Outliers stay in. Pure.
 */
export const compareRounds = (
  rounds: readonly Round[],
  { alpha: allowed = defaultAlpha, seed = 1, isDirty = false }: { alpha?: number; seed?: number; isDirty?: boolean } = {},
): SampleComparison => {
  const [first, second] = [rounds.flatMap((round) => round.first), rounds.flatMap((round) => round.second)];
  if (first.length === 0 || second.length === 0) return nothing;
  const ratio = median(second) / median(first);
  const whole = rounds.filter((round) => round.first.length > 0 && round.second.length > 0);
  const differences = whole.map((round) => meanLog(round.second) - meanLog(round.first));
  const count = differences.length;
  const alpha = isDirty ? allowed / dirtyCost : allowed;
  const interval = roundInterval(rounds, { alpha, seed });
  const { mean, deviation } = moments(differences);
  const probability =
    count < fewest
      ? null
      : signedRankTest(differences.map(Math.abs)) < alpha
        ? signedRankTest(differences)
        : studentTest(mean, deviation, count);
  const isOneWay =
    interval !== null && ((interval[0] > 1 && ratio > 1 && mean > 0) || (interval[1] < 1 && ratio < 1 && mean < 0));
  const isShown = probability !== null && probability < alpha && isOneWay;
  const reach = count < fewest ? null : studentQuantile(1 - alpha / 2, count - 1) + normalQuantile(power);
  const runsPerRound = Math.max(1, Math.min(first.length, second.length) / Math.max(1, count));
  const more = reach === null ? fewest - count : moreRounds(mean, deviation, alpha, count);
  return {
    verdict: isShown ? (ratio < 1 ? 'faster' : 'slower') : 'no-difference-shown',
    ratio,
    interval,
    probability,
    detectable: reach === null ? null : Math.expm1((reach * deviation) / Math.sqrt(count)),
    moreRuns: isShown ? 0 : more === null || more * runsPerRound > mostRuns ? null : Math.ceil(more * runsPerRound),
  };
};

const meanLog = (values: readonly number[]): number => values.reduce((sum, value) => sum + Math.log(value), 0) / values.length;

const moments = (values: readonly number[]): { mean: number; deviation: number } => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / (values.length - 1)) };
};

const studentTest = (mean: number, deviation: number, count: number): number => {
  if (deviation === 0) return mean === 0 ? 1 : 0;
  return studentTwoSided((mean * Math.sqrt(count)) / deviation, count - 1);
};

/** As many as make the error of the mean small beside the effect that was seen; null: no number would. */
const moreRounds = (mean: number, deviation: number, alpha: number, now: number): number | null => {
  const reach = normalQuantile(1 - alpha / 2) + normalQuantile(power);
  const wanted = Math.ceil(((reach * deviation) / Math.abs(mean)) ** 2);
  return Number.isFinite(wanted) ? Math.max(1, wanted - now) : null;
};

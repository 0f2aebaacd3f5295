import { createRandomSource } from './random-source.ts';
import { medianOfSorted, sorted } from './stats.ts';

/** So many resamples: the ends of a 98 % interval lie 20 from the edge. */
const resamples = 2_000;

/**
 * Bootstrap interval of median(second) ÷ median(first): percentile method over resamples of each group with replacement, the same for
 * the same seed. `alpha` is what is left out on both sides together: 0.05 gives a 95 % interval. null below two values in a group.
 * Efron and Tibshirani, An Introduction to the Bootstrap (1993), 13.3. Pure.
 */
export const ratioInterval = (
  first: readonly number[],
  second: readonly number[],
  { alpha, seed }: { alpha: number; seed: number },
): [low: number, high: number] | null => {
  if (first.length < 2 || second.length < 2) return null;
  const random = createRandomSource(seed);
  const draw = (values: readonly number[]): (() => number) => medianDrawer(sorted(values), random);
  const [drawFirst, drawSecond] = [draw(first), draw(second)];
  const ratios = new Float64Array(resamples);
  for (let i = 0; i < resamples; i++) ratios[i] = drawSecond() / drawFirst();
  ratios.sort();
  const left = Math.floor((alpha / 2) * resamples);
  return [ratios[left] ?? Number.NaN, ratios[resamples - 1 - left] ?? Number.NaN];
};

/** Medians of resamples. Counts how often each value in order is drawn instead of sorting anew each time. */
const medianDrawer = (values: readonly number[], random: () => number): (() => number) => {
  const size = values.length;
  const half = size >> 1;
  const counts = new Uint32Array(size);
  const middle = new Float64Array(2);
  return () => {
    counts.fill(0);
    for (let i = 0; i < size; i++) {
      const at = Math.floor(random() * size);
      counts[at] = (counts[at] ?? 0) + 1;
    }
    let [place, seen] = [-1, 0];
    const valueAt = (rank: number): number => {
      while (seen <= rank) seen += counts[++place] ?? 0;
      return values[place] ?? Number.NaN;
    };
    if (size % 2 === 1) return valueAt(half);
    middle[0] = valueAt(half - 1);
    middle[1] = valueAt(half);
    return medianOfSorted(middle);
  };
};

import { describe, expect, test } from 'vitest';
import { compareSamples, nextLook, type Verdict, welchTest } from '../../../shared/compare-samples.ts';
import { normalQuantile, normalTail, studentTwoSided } from '../../../shared/distributions.ts';
import { createRandomSource } from '../../../shared/random-source.ts';
import { rankTest } from '../../../shared/rank-test.ts';
import { ratioInterval } from '../../../shared/ratio-interval.ts';
import { markOutliers, median, medianDeviation, relativeSpread } from '../../../shared/stats.ts';

/** Normal noise around `mean` by Box and Muller. */
const noisy = (random: () => number, mean: number, spread: number, count: number): number[] =>
  Array.from({ length: count }, () => {
    const radius = Math.sqrt(-2 * Math.log(1 - random()));
    return mean * (1 + spread * radius * Math.cos(2 * Math.PI * random()));
  });

test.each([
  [[3, 1, 2], 2, 1],
  [[4, 1, 3, 2], 2.5, 1],
  [[1, 2, 3, 4, 100, 7], 3.5, 2],
  [[5], 5, 0],
  [[], Number.NaN, Number.NaN],
])('median and median deviation of %j', (values, middle, deviation) => {
  expect([median(values), medianDeviation(values)]).toEqual([middle, deviation]);
});

test('the spread estimates the standard deviation, and one wild value does not move it', () => {
  const values = noisy(createRandomSource(4), 100, 0.02, 2_000);
  expect(relativeSpread(values)).toBeCloseTo(0.02, 3);
  expect(relativeSpread([...values, 10_000])).toBeCloseTo(0.02, 3);
});

test.each([
  ['one far above', [10, 10.1, 9.9, 10.2, 9.8, 20], 5],
  ['one far below', [10, 10.1, 9.9, 10.2, 9.8, 2], 5],
  ['one among equals', [10, 10, 10, 10, 10, 10, 14], 6],
  ['none', [10, 10.1, 9.9, 10.2, 9.8], null],
  ['none among equals', [7, 7, 7], null],
])('outliers: %s', (_name, values, place) => {
  expect(markOutliers(values)).toEqual(values.map((_, index) => index === place));
});

// Expected values: scipy 1.17.1 (norm, t, mannwhitneyu, ttest_ind).
test.each([
  [normalTail(1.96), 0.024997895148220435, 6],
  [normalTail(-1.96), 0.9750021048517795, 6],
  [normalTail(4.5), 3.3976731247300535e-6, 11],
  [normalQuantile(0.975), 1.959963984540054, 7],
  [normalQuantile(0.001), -3.090232306167813, 7],
  [normalQuantile(1 - 0.05 / 6), 2.3939797998185104, 7],
  [studentTwoSided(2.5, 3.7), 0.07182202291182678, 8],
  [studentTwoSided(7.3, 4), 0.0018723716781417225, 8],
  [studentTwoSided(0.3, 20), 0.7672730032437602, 8],
])('distributions: %f is %f', (found, wanted, digits) => {
  expect(found).toBeCloseTo(wanted, digits);
});

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const sevenAndEight = [
  [10.1, 12.3, 9.8, 11.4, 10.9, 13.2, 8.7],
  [11.2, 12.9, 10.5, 13.8, 12.1, 14.0, 9.9, 11.9],
] as const;
test.each([
  ['separate, three and four', [1.1, 2.2, 3.3], [4.4, 5.5, 6.6, 7.7], 0.05714285714285714],
  ['separate, six and five', [101.4, 100.2, 102.9, 99.8, 101.1, 103.0], [89.5, 90.1, 88.2, 91.0, 89.9], 0.004329004329004329],
  ['overlapping', ...sevenAndEight, 0.23185703185703188],
  ['with ties', [1, 2, 2, 3, 4, 5, 5, 5, 6], [2, 3, 5, 6, 7, 7, 8, 9], 0.051791041462912746],
  ['large', upTo(25), upTo(25).map((x) => x * 1.1 + 3.05), 0.06817204557664998],
  ['all equal', [3, 3, 3], [3, 3, 3], 1],
  ['nothing', [], [1, 2], 1],
])('rank test: %s', (_name, first, second, wanted) => {
  expect(rankTest([...first], [...second])).toBeCloseTo(wanted, 6);
  expect(rankTest([...second], [...first])).toBeCloseTo(wanted, 6);
});

test("Welch's test as scipy has it", () => {
  const [first, second] = sevenAndEight;
  expect(welchTest(first, second)).toBeCloseTo(0.17547880911704586, 8);
});

test('the interval is the same for the same seed, holds the ratio, and grows with the certainty asked for', () => {
  const random = createRandomSource(9);
  const [first, second] = [noisy(random, 100, 0.02, 10), noisy(random, 88, 0.02, 10)];
  const at = (alpha: number, seed = 1) => ratioInterval(first, second, { alpha, seed }) ?? [0, 0];
  expect(at(0.05)).toEqual(at(0.05));
  const ratio = median(second) / median(first);
  expect(at(0.05)[0]).toBeLessThanOrEqual(ratio);
  expect(at(0.05)[1]).toBeGreaterThanOrEqual(ratio);
  expect(at(0.01)[1] - at(0.01)[0]).toBeGreaterThan(at(0.2)[1] - at(0.2)[0]);
  expect(ratioInterval([1], second, { alpha: 0.05, seed: 1 })).toBeNull();
});

describe('verdicts', () => {
  test.each<[string, number[], number[], Verdict]>([
    ['the case of the two versions', [101.4, 100.9, 102.0, 101.1, 101.7], [89.5, 89.9, 89.1, 90.2, 89.4], 'faster'],
    ['three of each, far apart', [100, 101, 102], [112, 113, 111], 'slower'],
    ['three of each, near', [100, 101, 102], [101, 102, 103], 'no-difference-shown'],
    ['two of each, far apart: noise is unknown', [100, 101], [50, 51], 'no-difference-shown'],
    ['the same values', [1, 2, 3, 4, 5], [1, 2, 3, 4, 5], 'no-difference-shown'],
    ['no noise at all and no difference', [2, 2, 2, 2], [2, 2, 2, 2], 'no-difference-shown'],
    ['no noise at all and a difference', [2, 2, 2, 2], [3, 3, 3, 3], 'slower'],
    ['one wild value among five', [100, 101, 99, 100, 5_000], [100, 101, 99, 102, 100], 'no-difference-shown'],
    ['nothing measured of one', [], [1, 2, 3], 'not-comparable'],
  ])('%s', (_name, first, second, wanted) => {
    expect(compareSamples(first, second).verdict).toBe(wanted);
  });

  test('how small a change can be seen, and how many runs more would settle it', () => {
    const random = createRandomSource(21);
    const [first, second] = [noisy(random, 100, 0.08, 10), noisy(random, 103, 0.08, 10)];
    const few = compareSamples(first, second);
    expect(few.verdict).toBe('no-difference-shown');
    expect(few.detectable).toBeGreaterThan(0.03);
    expect(few.moreRuns).toBeGreaterThan(0);
    const calm = compareSamples(noisy(random, 100, 0.01, 40), noisy(random, 100, 0.01, 40));
    expect(calm.detectable).toBeLessThan(0.02);
    expect(compareSamples([100], [110])).toMatchObject({ detectable: null, moreRuns: 2, interval: null });
    expect(compareSamples([100, 101, 102, 101], [150, 151, 152, 151]).moreRuns).toBe(0);
    // Nothing to be found, however long it is looked for.
    expect(compareSamples([99, 100, 101], [99, 100, 101]).moreRuns).toBeNull();
  });

  test.each<[number, Verdict[], number | null]>([
    [0, [], 10],
    [9, ['faster'], 10],
    [10, ['faster'], null],
    [10, ['no-difference-shown'], 20],
    [10, ['faster', 'no-difference-shown'], 20],
    [20, ['no-difference-shown'], 40],
    [40, ['no-difference-shown'], null],
  ])('after %i runs with %j the next look is at %s', (runs, verdicts, wanted) => {
    expect(nextLook(runs, verdicts)).toBe(wanted);
  });
});

import { describe, expect, test } from 'vitest';
import { compareRounds } from '../../../shared/compare-rounds.ts';
import { lookAlpha, type Verdict } from '../../../shared/compare-samples.ts';
import { studentQuantile } from '../../../shared/distributions.ts';
import { type Round, roundInterval } from '../../../shared/round-interval.ts';
import { signedRankTest } from '../../../shared/signed-rank-test.ts';
import { simulateRun } from './simulated-run.ts';

// Expected values: scipy (t.ppf, wilcoxon).
test.each([
  [0.975, 4, 2.7764451051977934],
  [1 - 0.05 / 6, 9, 2.93332408837399],
  [0.975, 1, 12.706204736174694],
  [0.3, 7, -0.5491096579472854],
])('the %f quantile of Student t with %i degrees of freedom', (probability, degrees, wanted) => {
  expect(studentQuantile(probability, degrees)).toBeCloseTo(wanted, 7);
});

test.each<[string, number[], number]>([
  ['mostly above', [0.05, 0.02, -0.01, 0.04, 0.06, 0.03, 0.07], 0.03125],
  ['on both sides', [1.5, -0.5, 2.25, 3, -1.25, 0.75, 4, 5, 0.1, -2], 0.130859375],
  ['with ties', [1, 1, 2, -2, 3, 4, 5, 5, -1, 6], 0.035927899120529315],
  ['zeros are left out', [0, 1, 2, 3], 0.25],
  ['nothing moved', [0, 0], 1],
  ['nothing at all', [], 1],
])('signed ranks: %s', (_name, differences, wanted) => {
  expect(signedRankTest(differences)).toBeCloseTo(wanted, 6);
  expect(signedRankTest(differences.map((difference) => -difference))).toBeCloseTo(wanted, 6);
});

/** One sample of each side in each round. */
const pairs = (first: number[], second: number[]): Round[] =>
  first.map((one, place) => ({ first: [one], second: [second[place] ?? Number.NaN] }));

describe('the interval of rounds', () => {
  const drifting = pairs([100, 110, 125, 140, 160, 185], [95, 104.5, 118.75, 133, 152, 175.75]);

  test('a drift on both sides alike widens nothing', () => {
    const [low, high] = roundInterval(drifting, { alpha: 0.05, seed: 1 }) ?? [0, 0];
    expect([low, high]).toEqual([expect.closeTo(0.95, 6), expect.closeTo(0.95, 6)]);
  });

  test('is the same for the same seed, and grows with the certainty asked for', () => {
    const rounds = pairs([100, 101, 99, 102, 98, 100.5, 99.5, 101.5], [98, 102, 97, 101, 99, 100, 98.5, 99]);
    const at = (alpha: number): [number, number] => roundInterval(rounds, { alpha, seed: 3 }) ?? [0, 0];
    expect(at(0.05)).toEqual(at(0.05));
    expect(at(0.01)[1] - at(0.01)[0]).toBeGreaterThan(at(0.3)[1] - at(0.3)[0]);
    expect(roundInterval(rounds.slice(0, 1), { alpha: 0.05, seed: 3 })).toBeNull();
  });

  test('a round with one side alone counts for that side', () => {
    const rounds: Round[] = [...pairs([10, 10, 10], [20, 20, 20]), { first: [], second: [20] }, { first: [10], second: [] }];
    expect(roundInterval(rounds, { alpha: 0.05, seed: 1 })).toEqual([2, 2]);
  });
});

describe('verdicts of rounds', () => {
  test.each<[string, Round[], Verdict]>([
    ['the case of the two versions', pairs([101.4, 100.9, 102, 101.1, 101.7], [89.5, 89.9, 89.1, 90.2, 89.4]), 'faster'],
    ['three rounds, far apart', pairs([100, 101, 102], [112, 113, 111]), 'slower'],
    ['two rounds: noise is unknown', pairs([100, 101], [50, 51]), 'no-difference-shown'],
    ['each round says something else', pairs([100, 100, 100, 100, 100], [105, 96, 104, 95, 101]), 'no-difference-shown'],
    ['all the same', pairs([2, 2, 2, 2], [2, 2, 2, 2]), 'no-difference-shown'],
    ['no noise and a difference', pairs([2, 2, 2, 2], [3, 3, 3, 3]), 'slower'],
    ['a drift larger than the difference', pairs([100, 130, 90, 170, 120, 150], [95, 123, 86, 161, 114, 142]), 'faster'],
    ['seven rounds that tell the same', pairs([100, 100, 100, 100, 100, 100, 100], [88, 88, 88, 88, 88, 88, 88]), 'faster'],
    ['nothing measured of one', pairs([1, 2, 3], []).map(({ first }) => ({ first, second: [] })), 'not-comparable'],
  ])('%s', (_name, rounds, wanted) => {
    expect(compareRounds(rounds).verdict).toBe(wanted);
  });

  test('ties and rounds that did not move keep no difference hidden that the others all show', () => {
    const hidden: string[] = [];
    for (const count of [5, 6, 7, 8, 9, 10])
      for (const ties of [0, 2, 3, count])
        for (const zeros of count < 8 ? [0] : [0, 1]) {
          const first = Array.from({ length: count }, () => 100);
          const second = first.map((_, place) => (place < zeros ? 100 : place < zeros + ties ? 80 : 80 - place / 10));
          const { probability } = compareRounds(pairs(first, second), { alpha: lookAlpha, seed: 1 });
          if (probability === null || probability >= lookAlpha) hidden.push(`${count} rounds, ${ties} ties, ${zeros} zeros`);
        }
    expect(hidden).toEqual([]);
  });

  test('ten samples that drifted together are two witnesses, not ten', () => {
    const blocks: Round[] = [
      { first: [100, 101, 100, 99, 100], second: [110, 111, 110, 109, 110] },
      { first: [105, 106, 105, 104, 105], second: [112, 113, 112, 111, 112] },
    ];
    expect(compareRounds(blocks)).toMatchObject({ verdict: 'no-difference-shown', probability: null, moreRuns: 5 });
  });

  test('on a busy machine more is asked for before a difference is called', () => {
    const rounds = pairs([100, 100.2, 99.9, 100.1, 100, 99.8, 100.1, 100], [102, 100.7, 103.9, 101.1, 99.7, 102.8, 100.5, 101]);
    expect(compareRounds(rounds).verdict).toBe('slower');
    expect(compareRounds(rounds, { isDirty: true }).verdict).toBe('no-difference-shown');
    const far = pairs([100, 101, 99, 102, 100, 98, 101, 100, 99], [140, 142, 139, 141, 140, 138, 143, 141, 140]);
    expect(compareRounds(far, { isDirty: true }).verdict).toBe('slower');
  });

  test('how small a change can be seen, and how many runs more would settle it', () => {
    const loud = pairs([100, 92, 108, 97, 104], [103, 99, 101, 108, 100]);
    const { detectable, moreRuns } = compareRounds(loud);
    expect(detectable).toBeGreaterThan(0.1);
    expect(moreRuns).toBeGreaterThan(20);
    expect(compareRounds(pairs([100], [110]))).toMatchObject({ detectable: null, moreRuns: 2, interval: null });
    expect(compareRounds(pairs([100, 101, 102, 101], [150, 151, 152, 151])).moreRuns).toBe(0);
    // Nothing to be found, however long it is looked for.
    expect(compareRounds(pairs([99, 100, 101], [99, 100, 101])).moreRuns).toBeNull();
  });
});

describe('runs with extra runs on, a hundred of each', () => {
  const verdicts = (first: number, machine: Parameters<typeof simulateRun>[1]): Verdict[] =>
    Array.from({ length: 100 }, (_, run) => simulateRun(first + run, machine));
  const countOf = (all: Verdict[], wanted: Verdict): number => all.filter((verdict) => verdict === wanted).length;

  test.each([
    ['slower', 0.05],
    ['faster', -0.05],
  ] as const)('a true 5 percent at 2 percent noise is called %s at least 95 times, and never the wrong way', (wanted, effect) => {
    const all = verdicts(1, { effect, noise: 0.02 });
    expect(countOf(all, wanted)).toBeGreaterThanOrEqual(95);
    expect(countOf(all, wanted) + countOf(all, 'no-difference-shown')).toBe(100);
  });

  test('and so it is while the machine drifts by 1 % with each block', () => {
    expect(countOf(verdicts(1, { effect: 0.05, noise: 0.02, drift: 0.01 }), 'slower')).toBeGreaterThanOrEqual(95);
  });

  test.each<[string, Parameters<typeof simulateRun>[1]]>([
    ['2 % noise', { effect: 0, noise: 0.02 }],
    ['8 % noise', { effect: 0, noise: 0.08 }],
    ['blocks that drift by 2 %', { effect: 0, noise: 0.02, drift: 0.02 }],
    ['blocks that drift by 10 %', { effect: 0, noise: 0.02, drift: 0.1 }],
    ['a machine that only gets warmer', { effect: 0, noise: 0.02, warming: 0.01 }],
    ['another program in every fifth block', { effect: 0, noise: 0.02, disturbed: 0.2 }],
  ])('a difference that is not there is called at most 5 times: %s', (_name, machine) => {
    const all = verdicts(500, machine);
    expect(all.length - countOf(all, 'no-difference-shown')).toBeLessThanOrEqual(5);
  });
});

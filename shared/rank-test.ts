import { normalTail } from './distributions.ts';

/** Above this size of either group, or with equal values, the normal approximation stands for the exact count. */
const exactUpTo = 20;

/**
 * Mann–Whitney U test of two groups of independent values: the two-sided probability that ranks as uneven as these, or more so, come from
 * one distribution. Exact for small groups without ties, else normal with corrections for ties and continuity. 1 for an empty group.
 * Mann and Whitney, Ann. Math. Stat. 18 (1947) 50; the same choices as scipy.stats.mannwhitneyu. Pure.
 */
export const rankTest = (first: readonly number[], second: readonly number[]): number => {
  const [n, m] = [first.length, second.length];
  if (n === 0 || m === 0) return 1;
  const { rankSum, tieTerm } = rank(first, second);
  const u = rankSum - (n * (n + 1)) / 2;
  const larger = Math.max(u, n * m - u);
  if (tieTerm === 0 && n <= exactUpTo && m <= exactUpTo) return Math.min(1, 2 * exactTail(n, m, larger));
  const total = n + m;
  const variance = ((n * m) / 12) * (total + 1 - tieTerm / (total * (total - 1)));
  if (variance === 0) return 1;
  return Math.min(1, 2 * normalTail((larger - (n * m) / 2 - 0.5) / Math.sqrt(variance)));
};

/** Smallest probability that two groups of these sizes can give: complete separation. Pure. */
export const smallestRankProbability = (n: number, m: number): number => {
  let ways = 1;
  for (let i = 1; i <= m; i++) ways = (ways * (n + i)) / i;
  return Math.min(1, 2 / ways);
};

/** Sum of the first group's ranks, equal values sharing the mean of theirs, and Σ (t³ − t) over the ties. */
const rank = (first: readonly number[], second: readonly number[]): { rankSum: number; tieTerm: number } => {
  const all = [...first.map((value) => ({ value, isFirst: true })), ...second.map((value) => ({ value, isFirst: false }))];
  all.sort((a, b) => a.value - b.value);
  let rankSum = 0;
  let tieTerm = 0;
  for (let from = 0; from < all.length; ) {
    let to = from + 1;
    while (to < all.length && all[to]?.value === all[from]?.value) to++;
    const ties = to - from;
    const share = all.slice(from, to).filter(({ isFirst }) => isFirst).length;
    rankSum += share * ((from + 1 + to) / 2);
    tieTerm += ties ** 3 - ties;
    from = to;
  }
  return { rankSum, tieTerm };
};

const counts = new Map<string, Float64Array>();

/** In how many of all arrangements U has each value: the coefficients of the Gaussian binomial, by adding one value at a time. */
const countsOf = (n: number, m: number): Float64Array => {
  const key = `${n} ${m}`;
  const known = counts.get(key);
  if (known) return known;
  const size = n * m + 1;
  const ways = new Float64Array(size);
  ways[0] = 1;
  for (let i = 1; i <= n; i++) {
    // Times (1 − q^(m+i)), then divided by (1 − q^i).
    for (let u = size - 1; u >= m + i; u--) ways[u] = (ways[u] ?? 0) - (ways[u - m - i] ?? 0);
    for (let u = i; u < size; u++) ways[u] = (ways[u] ?? 0) + (ways[u - i] ?? 0);
  }
  counts.set(key, ways);
  return ways;
};

const exactTail = (n: number, m: number, atLeast: number): number => {
  const ways = countsOf(n, m);
  const all = ways.reduce((sum, way) => sum + way, 0);
  return ways.slice(atLeast).reduce((sum, way) => sum + way, 0) / all;
};

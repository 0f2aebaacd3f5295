import { normalTail } from './distributions.ts';

/** Above this many differences, or with equal ones, the normal approximation stands for the exact count. */
const exactUpTo = 40;

/**
 * Wilcoxon's signed-rank test of paired differences: the two-sided probability that ranks lie as unevenly on the two sides of zero, or
 * more so, without a cause. Zeros are left out. Exact for small sets without ties, else normal with corrections for ties and continuity.
 * 1 for none. Wilcoxon, Biometrics Bulletin 1 (1945) 80; the same choices as scipy.stats.wilcoxon. Pure.
 */
export const signedRankTest = (differences: readonly number[]): number => {
  const moved = differences.filter((difference) => difference !== 0).sort((a, b) => Math.abs(a) - Math.abs(b));
  const size = moved.length;
  if (size === 0) return 1;
  let above = 0;
  let tieTerm = 0;
  for (let from = 0; from < size; ) {
    let to = from + 1;
    while (to < size && Math.abs(moved[to] ?? 0) === Math.abs(moved[from] ?? 0)) to++;
    above += moved.slice(from, to).filter((difference) => difference > 0).length * ((from + 1 + to) / 2);
    tieTerm += (to - from) ** 3 - (to - from);
    from = to;
  }
  const all = (size * (size + 1)) / 2;
  const larger = Math.max(above, all - above);
  if (tieTerm === 0 && size <= exactUpTo) return Math.min(1, 2 * exactTail(size, larger));
  const variance = (size * (size + 1) * (2 * size + 1)) / 24 - tieTerm / 48;
  return Math.min(1, 2 * normalTail((larger - all / 2 - 0.5) / Math.sqrt(variance)));
};

/** Share of all signs whose ranks above zero sum up to at least this. */
const exactTail = (size: number, atLeast: number): number => {
  const all = (size * (size + 1)) / 2;
  const ways = new Float64Array(all + 1);
  ways[0] = 1;
  for (let rank = 1; rank <= size; rank++)
    for (let sum = all; sum >= rank; sum--) ways[sum] = (ways[sum] ?? 0) + (ways[sum - rank] ?? 0);
  return ways.slice(atLeast).reduce((total, way) => total + way, 0) / 2 ** size;
};

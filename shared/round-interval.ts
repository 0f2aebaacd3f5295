import { normalTail, studentQuantile } from './distributions.ts';
import { createRandomSource } from './random-source.ts';

/** Samples of two configurations that were taken one soon after the other: what drifts with time is nearly the same for both. */
export interface Round {
  first: readonly number[];
  second: readonly number[];
}

/** So many resamples: the ends of a 98 % interval lie 20 from the edge. */
const resamples = 2_000;

/**
 * Bootstrap interval of median(second) ÷ median(first) that draws whole rounds with replacement, so that samples of one round, which
 * hang together, count as one witness and a drift between rounds falls on both sides alike (cluster bootstrap; Davison and Hinkley,
 * Bootstrap Methods and their Application (1997), 3.8). Percentiles are moved outwards for few rounds as Student's t asks for
 * (Hesterberg, The American Statistician 69 (2015) 371, 5.3). The same for the same seed. `alpha` is what is left out on both sides
 * together. null below two rounds. Pure.
 */
export const roundInterval = (
  rounds: readonly Round[],
  { alpha, seed }: { alpha: number; seed: number },
): [low: number, high: number] | null => {
  const count = rounds.length;
  if (count < 2) return null;
  const random = createRandomSource(seed);
  const [first, second] = [weigh(rounds.map((round) => round.first)), weigh(rounds.map((round) => round.second))];
  const drawn = new Uint32Array(count);
  const ratios: number[] = [];
  for (let i = 0; i < resamples; i++) {
    drawn.fill(0);
    for (let of = 0; of < count; of++) {
      const at = Math.floor(random() * count);
      drawn[at] = (drawn[at] ?? 0) + 1;
    }
    const ratio = second(drawn) / first(drawn);
    if (Number.isFinite(ratio)) ratios.push(ratio);
  }
  if (ratios.length === 0) return null;
  ratios.sort((a, b) => a - b);
  const share = normalTail(Math.sqrt(count / (count - 1)) * studentQuantile(1 - alpha / 2, count - 1));
  const left = Math.floor(share * ratios.length);
  return [ratios[left] ?? Number.NaN, ratios[ratios.length - 1 - left] ?? Number.NaN];
};

/** Medians of one side for how often each round was drawn. The order of all values is found once. NaN when nothing was drawn. */
const weigh = (rounds: readonly (readonly number[])[]): ((drawn: Uint32Array) => number) => {
  const ordered = rounds.flatMap((values, round) => values.map((value) => ({ value, round }))).sort((a, b) => a.value - b.value);
  return (drawn) => {
    let total = 0;
    for (const { round } of ordered) total += drawn[round] ?? 0;
    if (total === 0) return Number.NaN;
    const [lower, upper] = [(total - 1) >> 1, total >> 1];
    let seen = 0;
    let low = Number.NaN;
    for (const { value, round } of ordered) {
      const before = seen;
      seen += drawn[round] ?? 0;
      if (before <= lower && seen > lower) low = value;
      if (seen > upper) return (low + value) / 2;
    }
    return Number.NaN;
  };
};

import { createRandomSource } from '../../shared/random-source.ts';

/** Samples of one configuration after one start of its engine. */
export interface Block {
  cell: number;
  /** Place of its first seed among all counted ones of the configuration: blocks of one round share it. */
  round: number;
  /** Not counted; none of them is a seed of a counted sample. */
  warmups: (string | null)[];
  /** null: the template has none. */
  seeds: (string | null)[];
}

/** So many samples after one start at most: what drifts with time must not fall on one configuration alone. */
export const longestBlock = 2;

export interface BlockWish {
  cells: number;
  /** Counted samples of each cell that are there already, and that are wanted. */
  from: number;
  to: number;
  warmup: number;
  /** Of counted samples: at least `to`. */
  seeds: readonly (string | null)[];
  warmupSeeds: readonly (string | null)[];
  /** Of the order of the configurations. */
  seed: number;
}

/** As many rounds at least, while there are samples for them: rounds are what a verdict counts as witnesses. */
const fewestRounds = 5;

/**
 * Cuts a run into rounds: in each, every configuration has one block with the same seeds, in random order (randomised complete blocks;
 * Fisher, The Design of Experiments, 1935). Each second round goes through them the other way round, so that a machine that only gets
 * warmer favours none. Pure.
 */
export const planBlocks = ({ cells, from, to, warmup, seeds, warmupSeeds, seed }: BlockWish): Block[] => {
  const random = createRandomSource(seed + from);
  const count = to - from;
  const rounds = Math.max(Math.min(count, fewestRounds), Math.ceil(count / longestBlock));
  let order: number[] = [];
  return Array.from({ length: rounds }, (_, round) => {
    const [first, after] = [from + Math.floor((round * count) / rounds), from + Math.floor(((round + 1) * count) / rounds)];
    const block = { warmups: warmupSeeds.slice(0, warmup), seeds: seeds.slice(first, after) };
    order = round % 2 === 0 ? shuffled(cells, random) : order.toReversed();
    return order.map((cell): Block => ({ cell, round: first, ...block }));
  }).flat();
};

/** 0 … count − 1 in random order (Fisher and Yates). */
const shuffled = (count: number, random: () => number): number[] => {
  const order = Array.from({ length: count }, (_, place) => place);
  for (let at = count - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
  }
  return order;
};

/** Seeds given, then the smallest whole numbers from `min` on that are not among them, as decimal text. Throws RangeError past `max`. Pure. */
export const fillSeeds = (given: readonly string[], count: number, { min, max }: { min: bigint; max: bigint }): string[] => {
  const taken = new Set(given.map(BigInt));
  const seeds = given.slice(0, count).map((seed) => String(BigInt(seed)));
  for (let next = min; seeds.length < count; next++) {
    if (next > max) throw new RangeError('not enough seeds');
    if (!taken.has(next)) seeds.push(String(next));
  }
  return seeds;
};

import { planBlocks } from '../../../electron/benchmarks/plan-blocks.ts';
import { compareRounds } from '../../../shared/compare-rounds.ts';
import { lookAlpha, nextLook, type Verdict } from '../../../shared/compare-samples.ts';
import { createRandomSource } from '../../../shared/random-source.ts';

/** A machine that a run is simulated on. */
interface SimulatedMachine {
  /** How much slower the second configuration really is: 0.05 is 5 %. */
  effect: number;
  /** Relative standard deviation of each sample. */
  noise: number;
  /** The same of each step of the random walk that every block adds to all after it. */
  drift?: number;
  /** What every block adds besides: a machine that gets warmer. */
  warming?: number;
  /** Share of the blocks that another program slows down by half. */
  disturbed?: number;
}

/** Standard normal values by Box and Muller. */
const normal = (random: () => number): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** What a run with extra runs on ends with, cut into the very blocks that the product would run. */
export const simulateRun = (
  seed: number,
  { effect, noise, drift = 0, warming = 0, disturbed = 0 }: SimulatedMachine,
): Verdict => {
  const random = createRandomSource(seed * 7_919 + 13);
  const seeds = Array.from({ length: 40 }, () => null);
  const rounds = new Map<number, { first: number[]; second: number[] }>();
  let verdict: Verdict = 'no-difference-shown';
  let level = 0;
  let from = 0;
  for (let to = nextLook(0, []); to !== null; from = to, to = nextLook(to, [verdict])) {
    for (const block of planBlocks({ cells: 2, from, to, warmup: 1, seeds, warmupSeeds: [null], seed })) {
      level += drift * normal(random) + warming;
      const weight = random() < disturbed ? 1.5 : 1;
      const round = rounds.get(block.round) ?? { first: [], second: [] };
      rounds.set(block.round, round);
      const [times, truth] = block.cell === 0 ? [round.first, 100] : [round.second, 100 * (1 + effect)];
      for (const _ of block.seeds) times.push(truth * weight * Math.exp(level) * (1 + noise * normal(random)));
    }
    verdict = compareRounds([...rounds.values()], { alpha: lookAlpha, seed }).verdict;
  }
  return verdict;
};

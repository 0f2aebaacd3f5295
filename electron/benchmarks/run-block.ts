import type { BenchmarkSample } from '../../shared/benchmark.ts';
import { isFailure } from '../../shared/counted-samples.ts';
import { problemOf } from '../../shared/problem.ts';
import type { ErrorKey } from '../../shared/words.ts';
import { sampleKey } from '../db/benchmarks.ts';
import type { Lane } from '../engine/engines.ts';
import { type Clock, pause } from '../lib/clock.ts';
import { awaitLane } from './await-lane.ts';
import type { BenchmarkBook } from './benchmark-book.ts';
import type { BenchmarkDeps } from './benchmark-deps.ts';
import type { EngineWatch, LastWords } from './engine-watch.ts';
import type { Block } from './plan-blocks.ts';
import type { PreparedCell, PreparedRun } from './prepare-run.ts';
import type { RunControl } from './run-control.ts';
import type { RunProgress } from './run-progress.ts';
import { createSameWork } from './same-work.ts';
import type { Sampler } from './sampler.ts';
import { freed, startCell } from './start-cell.ts';
import { takeSample } from './take-sample.ts';

/** What the blocks of a run are run with. */
export interface BlockDeps {
  prepared: PreparedRun;
  book: BenchmarkBook;
  deps: BenchmarkDeps;
  control: RunControl;
  watch: EngineWatch;
  sampler: Sampler;
  progress: RunProgress;
}

/** A configuration that fails so often in a row is measured no more. */
const mostFailures = 2;

/** A sample that the block is still to take. */
interface Wish {
  seed: string | null;
  isWarmup: boolean;
}
type Taken = Omit<BenchmarkSample, 'run' | 'number' | 'cell' | 'block' | 'round' | 'discarded'>;

/** Answers with what runs one block: its engine started anew, then its samples. Throws Ended when the run is to end. */
export const createBlockRunner = ({ prepared, book, deps, control, watch, sampler, progress }: BlockDeps) => {
  const { clock, engines, machineLoad } = deps;
  const { cells } = prepared;
  const sameWork = createSameWork(prepared);
  /** Failures in a row, by configuration. */
  const failures = new Map<number, number>();
  let starts = 0;

  const isBroken = (cell: number): boolean => (failures.get(cell) ?? 0) >= mostFailures;
  const add = ({ cell, round }: Block, sample: Taken): void => {
    book.add({ ...sample, run: book.run.id, number: book.samples.length, cell, round, block: starts, discarded: null });
    if (sample.outcome !== 'cancelled') failures.set(cell, isFailure(sample) ? (failures.get(cell) ?? 0) + 1 : 0);
  };
  const now = (): Pick<Taken, 'at' | 'loadBefore'> => ({ at: new Date(clock.now()).toISOString(), loadBefore: machineLoad() });
  const problem = (key: ErrorKey, cell: PreparedCell, words: LastWords | undefined): Taken['problem'] =>
    problemOf(key, { engine: cell.engine.name, configuration: cell.name, line: words?.line ?? '' }, words?.said);

  /** false: it does not come up, which is a result. */
  const start = async (block: Block, cell: PreparedCell, seed: string | null): Promise<boolean> => {
    starts++;
    const before = now();
    const from = clock.monotonic();
    const words = await startCell(cell, { deps, control, watch, cells });
    if (words === null) {
      progress.started(clock.monotonic() - from);
      return true;
    }
    const crash = { outcome: 'crashed' as const, isWarmup: false, problem: problem('benchNotStarted', cell, words) };
    add(block, { ...unmeasured, ...before, ...crash, seed });
    return false;
  };

  /** Whether the engine is still up as it was started. */
  const sample = async (block: Block, cell: PreparedCell, { seed, isWarmup }: Wish): Promise<boolean> => {
    const before = now();
    progress.prompt(isWarmup);
    const lane = await awaitLane(cell.engine.id, deps);
    control.mustGoOn();
    const crashed = (words = watch.words): Pick<Taken, 'outcome' | 'problem'> => ({
      outcome: 'crashed',
      problem: problem('benchEngineDied', cell, words),
    });
    // Meanwhile the engine may be up again, with its own profile.
    if (!lane || watch.hasDied()) {
      add(block, { ...unmeasured, ...before, ...crashed(), isWarmup, seed });
      return false;
    }
    // An engine that frees nothing is as good as dead, whether its death was told of yet or not.
    const refused = prepared.plan.cold ? await freeFirst(lane, clock) : null;
    control.mustGoOn();
    if (refused) {
      add(block, { ...unmeasured, ...before, ...crashed(watch.words ?? refused), isWarmup, seed });
      return false;
    }
    const key = sampleKey(book.run.id, book.samples.length);
    const begin = (): ReturnType<Sampler['begin']> => sampler.begin(engines.get(cell.engine.id)?.pid ?? null);
    const taken = await takeSample({ prepared, lane, seed, key, begin, mustGoOn: control.mustGoOn }, deps);
    // What was cancelled is no result.
    control.mustGoOn();
    // Also where the prompt had just ended: its times died with the engine.
    const isCrash = watch.hasDied();
    if (taken.outcome === 'ok' && !isCrash) look(block.cell, taken.record);
    add(block, { ...taken, ...(isCrash && crashed()), ...before, isWarmup });
    control.mustGoOn();
    return !isCrash;
  };
  /** The first prompt of each configuration is held against the first one's. */
  const look = (place: number, record: BenchmarkSample['record']): void => {
    const first = record && sameWork(place, record);
    if (!first) return;
    const { digest, differences } = first;
    const known = book.run.cells.map((cell, index) => (index === place ? { ...cell, facts: record.facts, digest } : cell));
    book.change({ cells: known, differences: [...book.run.differences, ...differences] });
    if (first.problem) control.end('refused', first.problem);
  };

  return async (block: Block): Promise<void> => {
    progress.begin();
    const cell = cells[block.cell];
    if (!cell || isBroken(block.cell)) return;
    const wishes: Wish[] = [
      ...block.warmups.map((seed) => ({ seed, isWarmup: true })),
      ...block.seeds.map((seed) => ({ seed, isWarmup: false })),
    ];
    let isUp = false;
    for (const wish of wishes) {
      control.mustGoOn();
      if (!isUp) isUp = await start(block, cell, wish.seed);
      if (isUp) isUp = await sample(block, cell, wish);
      if (isBroken(block.cell)) return;
    }
  };
};

/** Time between the request to free memory and the next prompt: the engine answers before it has done it. */
const freeingMs = 250;

/** Models and cache go. Answers with what was said where they do not. */
const freeFirst = async (lane: Lane, clock: Clock): Promise<LastWords | null> => {
  const refused = await freed(lane);
  if (!refused) await pause(clock, freeingMs);
  return refused;
};

/** Of a sample that never ran. */
const unmeasured = {
  wallMs: null,
  executionMs: null,
  nodes: null,
  stepMs: [],
  loadMs: null,
  cachedNodes: [],
  peak: { ramBytes: null, vramBytes: null },
  conditions: null,
  job: null,
  record: null,
};

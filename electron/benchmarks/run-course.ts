import { AppError } from '../../shared/app-error.ts';
import type { BenchmarkRun, BenchmarkSample } from '../../shared/benchmark.ts';
import type { BenchmarkProgress } from '../../shared/benchmark-outlook.ts';
import { looks, nextLook } from '../../shared/compare-samples.ts';
import type { Engine, Problem } from '../../shared/engine.ts';
import type { LaneChange } from '../engine/engines.ts';
import { wordAfter } from '../engine/flag-words.ts';
import { isEvent } from '../lib/is-event.ts';
import { graphDigest } from '../queue/graph-digest.ts';
import { renderPrompt } from '../templates/render.ts';
import { awaitLane } from './await-lane.ts';
import type { BenchmarkBook } from './benchmark-book.ts';
import type { BenchmarkDeps } from './benchmark-deps.ts';
import { comparePrompts } from './compare-prompts.ts';
import { type Block, planBlocks } from './plan-blocks.ts';
import type { PreparedCell, PreparedRun } from './prepare-run.ts';
import { takeSample } from './take-sample.ts';
import { tellProblem } from './tell-problem.ts';

/** One run under way, from the first start of an engine to the last. */
export interface RunCourse {
  readonly run: BenchmarkRun;
  /** Where it is. */
  readonly progress: BenchmarkProgress | null;
  rename(name: string): void;
  /** Ends it in the middle. */
  stop(why: Problem): void;
  /** Resolves when it is over and every engine is as it was. Never rejects. */
  readonly done: Promise<void>;
  /** Lets go of it as it is: the next host ends it. */
  leave(): void;
}

/** A configuration that fails so often in a row is measured no more. */
const mostFailures = 2;

/** Thrown through a run that is to end now. */
class Ended extends Error {}

export const startRunCourse = (prepared: PreparedRun, book: BenchmarkBook, deps: BenchmarkDeps): RunCourse => {
  const { clock, log, engines, queue, hub, machineLoad } = deps;
  const { plan, cells, template, seedKey } = prepared;
  const graphs = new Map<number, string>();
  /** Failures in a row, by configuration. */
  const failures = new Map<number, number>();
  let blocks = 0;
  let isLeft = false;
  let ended: { state: 'partial' | 'refused'; why: Problem } | null = null;
  /** The engine that is being started by this run now: its going down is no surprise. */
  let starting: string | null = null;
  let died: { engineId: string; line: string } | null = null;

  const end = (state: 'partial' | 'refused', why: Problem): void => {
    ended ??= { state, why };
    const { job } = book.left;
    if (job !== null && !isLeft)
      void queue.cancel([job]).catch((error: unknown) => log.warn('a sample could not be cancelled', { error }));
  };
  const mustGoOn = (): void => {
    if (ended || isLeft) throw new Ended();
  };
  const onLane = (change: LaneChange): void => {
    if (change.type !== 'down' || starting === change.engineId) return;
    if (!cells.some(({ engine }) => engine.id === change.engineId) || isRestoring) return;
    if (change.why === 'crash' || change.why === 'hang') {
      died = { engineId: change.engineId, line: change.oneLine };
      engines.forgiveDeath(change.engineId, change.launchId);
    } else end('partial', tellProblem('benchEngineStopped', { engine: engines.get(change.engineId)?.name ?? change.engineId }));
  };
  let isRestoring = false;

  /** Jobs that were handed over before the pause run to their end. */
  const idle = (): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        const { submitted, running } = queue.counts();
        if (submitted + running > 0 && !ended && !isLeft) return;
        detach();
        resolve();
      };
      const detach = hub.attach((message) => {
        if (isEvent(message, 'job.changed') || isEvent(message, 'queue.changed')) look();
      });
      wakers.add(look);
      look();
    });
  const wakers = new Set<() => void>();

  const add = (cell: number, sample: Omit<BenchmarkSample, 'run' | 'number' | 'cell' | 'block' | 'discarded'>): void => {
    book.add({ ...sample, run: book.run.id, number: book.samples.length, cell, block: blocks, discarded: null });
    failures.set(cell, sample.outcome === 'ok' ? 0 : (failures.get(cell) ?? 0) + 1);
  };
  const isBroken = (cell: number): boolean => (failures.get(cell) ?? 0) >= mostFailures;
  const iso = (): string => new Date(clock.now()).toISOString();

  /** Starts the engine anew with the configuration's flags; false: it does not come up, which is a result. */
  const startCell = async (place: number, cell: PreparedCell, seed: string | null): Promise<boolean> => {
    starting = cell.engine.id;
    blocks++;
    const loadBefore = machineLoad();
    const at = iso();
    const up = await engines.startTrial(cell.engine.id, cell.profile);
    starting = null;
    died = null;
    mustGoOn();
    if (up.state === 'ready' && up.variant === 'trial') {
      await mustHaveFlags(cell, up);
      return true;
    }
    if (up.state !== 'failed') {
      end('partial', tellProblem('benchEngineStopped', { engine: cell.engine.name }));
      throw new Ended();
    }
    const params = { engine: cell.engine.name, configuration: cell.name, line: up.problem?.message ?? '' };
    add(place, {
      ...unmeasured,
      outcome: 'crashed',
      isWarmup: false,
      seed,
      at,
      loadBefore,
      problem: tellProblem('benchNotStarted', params),
    });
    return false;
  };
  /** Flags of this run of Hearth come after all others, and may undo what is to be measured. */
  const mustHaveFlags = async (cell: PreparedCell, up: Engine): Promise<void> => {
    const launch = (await engines.launches(cell.engine.id, 1)).find(({ id }) => id === up.launchId);
    const command = launch?.command ?? [];
    for (const { flag } of cell.flags) {
      const wanted = cell.profile.flags.findLast((setting) => setting.flag === flag);
      const has = command.some((word) => word === flag || word.startsWith(`${flag}=`));
      if (has && (!wanted?.value || wanted.value.includes(' ') || wordAfter(command, flag) === wanted.value)) continue;
      if (!wanted && !has) continue;
      end('refused', tellProblem('benchFlagLost', { engine: cell.engine.name, flag, configuration: cell.name }));
      throw new Ended();
    }
    for (const flag of cell.without) {
      if (!command.some((word) => word === flag || word.startsWith(`${flag}=`))) continue;
      end('refused', tellProblem('benchFlagStays', { engine: cell.engine.name, flag, configuration: cell.name }));
      throw new Ended();
    }
  };

  const runBlock = async ({ cell: place, warmups, seeds }: Block): Promise<void> => {
    const cell = cells[place];
    if (!cell || isBroken(place)) return;
    const all = [...warmups.map((seed) => ({ seed, isWarmup: true })), ...seeds.map((seed) => ({ seed, isWarmup: false }))];
    let isUp = false;
    for (let at = 0; at < all.length; at++) {
      const wish = all[at];
      if (!wish) break;
      mustGoOn();
      if (!isUp) isUp = await startCell(place, cell, wish.seed);
      if (isUp) isUp = await runSample(place, cell, wish);
      if (isBroken(place)) return;
    }
  };
  /** Whether the engine is still up as it was started. */
  const runSample = async (
    place: number,
    cell: PreparedCell,
    { seed, isWarmup }: { seed: string | null; isWarmup: boolean },
  ): Promise<boolean> => {
    const [at, loadBefore] = [iso(), machineLoad()];
    const lane = await awaitLane(cell.engine.id, deps);
    mustGoOn();
    if (!lane) {
      const lost = tellProblem('benchEngineDied', { engine: cell.engine.name, configuration: cell.name, line: died?.line ?? '' });
      add(place, { ...unmeasured, outcome: 'crashed', isWarmup, seed, at, loadBefore, problem: lost });
      return false;
    }
    const key = `benchmark/${book.run.id}/${book.samples.length}`;
    const onJob = (job: string): void => book.setLeft({ job });
    const taken = await takeSample({ prepared, lane, seed, key, onJob }, deps);
    if (isLeft) throw new Ended();
    book.setLeft({ job: null });
    // What was cancelled is no result.
    mustGoOn();
    const params = { engine: cell.engine.name, configuration: cell.name, line: died?.line ?? '' };
    const crash = died && { outcome: 'crashed' as const, problem: tellProblem('benchEngineDied', params) };
    const isCrash = crash !== null && taken.outcome !== 'ok';
    if (taken.record && taken.outcome === 'ok') mustBeSame(place, taken.record.values, taken.record.facts);
    add(place, { ...taken, ...(isCrash && crash), at, isWarmup, loadBefore });
    mustGoOn();
    return !isCrash;
  };
  /** The first prompt of each configuration is held against the first one's. */
  const mustBeSame = (
    place: number,
    values: BenchmarkRun['plan']['values'],
    facts: BenchmarkRun['cells'][number]['facts'],
  ): void => {
    if (graphs.has(place)) return;
    const fixed = seedKey === null ? {} : { [seedKey]: prepared.seeds[0] ?? '0' };
    const graph = renderPrompt(template, { ...values, ...fixed }, { attemptId: sameName });
    const [other] = [...graphs.values()];
    graphs.set(place, graph);
    const configuration = cells[place]?.name ?? '';
    const known = book.run.cells.map((cell, index) =>
      index === place ? { ...cell, facts, digest: graphDigest(graph, sameName) } : cell,
    );
    const found = other === undefined ? [] : comparePrompts(other, graph).map((one) => ({ configuration, ...one }));
    book.change({ cells: known, differences: [...book.run.differences, ...found] });
    const [difference] = found;
    if (!difference) return;
    const { node, input, first, other: value } = difference;
    const [reference] = graphs.keys();
    const params = {
      configuration,
      first: cells[reference ?? 0]?.name ?? '',
      node,
      input,
      other: value ?? '—',
      value: first ?? '—',
    };
    end('refused', tellProblem('benchPromptsDiffer', params));
  };

  const measure = async (): Promise<void> => {
    for (const { id, name } of enginesOf(cells)) queue.trials.begin(id, name, 'benchmark');
    await idle();
    let from = 0;
    for (let to: number | null = plan.extra ? looks[0] : plan.repeats; to !== null; ) {
      mustGoOn();
      book.change({ wanted: to * cells.length });
      const { seeds, warmupSeeds } = prepared;
      const wish = { cells: cells.length, from, to, warmup: plan.warmup, seeds, warmupSeeds, seed: book.run.seed };
      for (const block of planBlocks(wish)) await runBlock(block);
      from = to;
      to = plan.extra
        ? nextLook(
            from,
            book.run.comparisons.map(({ verdict }) => verdict),
          )
        : null;
    }
  };
  const restore = async (): Promise<void> => {
    isRestoring = true;
    for (const { id, isWanted, wasUp } of book.left.engines) {
      try {
        if (!isWanted) await engines.stop(id);
        else if (wasUp) await engines.restart(id);
      } catch (error) {
        log.error('an engine could not be put back after a benchmark', { engine: id, error });
      }
    }
  };
  const course = async (): Promise<void> => {
    const stopLanes = engines.onLane(onLane);
    try {
      await measure();
    } catch (error) {
      if (!(error instanceof Ended)) {
        log.error('a benchmark could not go on', { run: book.run.id, error });
        end('partial', tellProblem('benchFault', { detail: error instanceof AppError ? error.message : 'internal' }));
      }
    }
    if (isLeft) return stopLanes();
    await restore();
    stopLanes();
    if (isLeft) return;
    // Failures in a row that were measured are no reason to keep others waiting.
    if (!book.left.wasRecovering && queue.pauses().some(({ owner }) => owner === 'recovery')) queue.resume('recovery');
    book.change({ state: ended?.state ?? 'done', problem: ended?.why ?? null, endedAt: iso() });
    for (const { id } of enginesOf(cells)) queue.trials.end(id);
  };

  return {
    get run() {
      return book.run;
    },
    progress: null,
    rename: (name) => book.change({ name }),
    stop(why) {
      end('partial', why);
      for (const wake of wakers) wake();
    },
    done: course(),
    leave() {
      isLeft = true;
      for (const wake of wakers) wake();
    },
  };
};

/** Stands for the attempt's own id in the names of files. */
const sameName = 'benchmark';

const enginesOf = (cells: readonly PreparedCell[]): Engine[] => [
  ...new Map(cells.map(({ engine }) => [engine.id, engine])).values(),
];

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

import type { BenchmarkEstimate } from '../../shared/benchmark-outlook.ts';
import { looks } from '../../shared/compare-samples.ts';
import { estimateSeconds, workOf } from '../../shared/cost.ts';
import { median, sorted } from '../../shared/stats.ts';
import type { BenchmarkRows } from '../db/benchmarks.ts';
import type { BenchmarkDeps } from './benchmark-deps.ts';
import { longestBlock, planBlocks } from './plan-blocks.ts';
import { workKey } from './plan-history.ts';
import type { PreparedRun } from './prepare-run.ts';

/** Starts of each engine, and runs, that are looked back at. */
const lookedAt = 20;
/** Of an engine that never came up under this Hearth. */
const unknownStartMs = 20_000;
/** A warm-up loads models besides: seldom more than twice a prompt, and never less than one. */
const warmupCost = 1.5;
/** Ends of the range around the middle where only the middle is known. */
const [quick, slow] = [0.8, 1.5];

interface Times {
  low: number;
  mid: number;
  high: number;
  count: number;
}

/** What a run would take and do, by what this installation measured before. Nothing is started. */
export const estimateRun = async (
  prepared: PreparedRun,
  { engines, queue, rows }: Pick<BenchmarkDeps, 'engines' | 'queue'> & { rows: Pick<BenchmarkRows, 'list' | 'samples'> },
): Promise<BenchmarkEstimate> => {
  const { plan, cells, cautions } = prepared;
  const own = [...new Map(cells.map(({ engine }) => [engine.id, engine])).values()];
  const startTimes = new Map<string, number[]>();
  for (const { id } of own) {
    const times = (await engines.launches(id, lookedAt)).flatMap(({ startedAt, readyAt }) =>
      readyAt === null ? [] : [Date.parse(readyAt) - Date.parse(startedAt)],
    );
    startTimes.set(id, times);
  }
  const startMs = (id: string): number => middle(startTimes.get(id) ?? []) ?? unknownStartMs;
  const known = [...startTimes.values()].flat();
  const past = pastPrompts(prepared, rows);
  const attempts = past ? null : attemptTimes(prepared, queue);
  const prompt = past ?? attempts;

  const upTo = (runs: number) => {
    const waves = plan.extra ? looks.filter((look) => look <= runs) : [runs];
    const sum = { counted: 0, warmups: 0, starts: 0, startMs: 0 };
    for (const [place, to] of waves.entries()) {
      const none = (count: number): null[] => Array.from({ length: count }, () => null);
      const wish = { cells: cells.length, from: waves[place - 1] ?? 0, to, warmup: plan.warmup, seed: 0 };
      for (const block of planBlocks({ ...wish, seeds: none(to), warmupSeeds: none(plan.warmup) })) {
        sum.counted += block.seeds.length;
        sum.warmups += block.warmups.length;
        sum.starts++;
        sum.startMs += startMs(cells[block.cell]?.engine.id ?? '');
      }
    }
    return sum;
  };
  const least = upTo(plan.extra ? looks[0] : plan.repeats);
  const most = plan.extra ? upTo(looks.at(-1) ?? looks[0]) : least;
  const inAll = ({ counted, warmups, startMs: starting }: typeof least, one: number): number =>
    starting + (counted + warmups * warmupCost) * one;
  const { submitted, running, queued, failed_retryable } = queue.counts();
  return {
    ms: prompt && [inAll(least, prompt.low), inAll(most, prompt.high)],
    prompts: [least.counted + least.warmups, most.counted + most.warmups],
    counted: [least.counted, most.counted],
    starts: [least.starts, most.starts],
    blockLength: longestBlock,
    prompt: { ms: prompt?.mid ?? null, basis: past ? 'runs' : attempts ? 'attempts' : 'none', count: prompt?.count ?? 0 },
    start: { ms: middle(known), basis: known.length > 0 ? 'launches' : 'none', count: known.length },
    queue: { running: submitted + running, waiting: queued + failed_retryable, isPaused: queue.pauses().length > 0 },
    engines: own.map(({ id, name, state }) => ({
      id,
      name,
      isRunning: state !== 'stopped' && state !== 'failed',
    })),
    cautions,
  };
};

const middle = (values: readonly number[]): number | null => (values.length > 0 ? median(values) : null);

/** From earlier runs of the same work: what each prompt took from its handing over. */
const pastPrompts = ({ plan }: PreparedRun, rows: Pick<BenchmarkRows, 'list' | 'samples'>): Times | null => {
  const key = workKey(plan);
  const same = rows.list(lookedAt).filter((run) => workKey(run.plan) === key);
  const times = same.flatMap(({ id }) =>
    rows
      .samples(id)
      .flatMap(({ isWarmup, outcome, wallMs }) => (!isWarmup && outcome === 'ok' && wallMs !== null ? [wallMs] : [])),
  );
  const ordered = sorted(times);
  const at = (share: number): number => ordered[Math.floor(share * (ordered.length - 1))] ?? 0;
  return times.length === 0 ? null : { low: at(0.1), mid: median(times), high: at(0.9), count: times.length };
};

const attemptTimes = ({ plan, template }: PreparedRun, { costs }: Pick<BenchmarkDeps['queue'], 'costs'>): Times | null => {
  const cost = estimateSeconds(costs.samples(template.id).samples, workOf(template, plan.values).work, template.version);
  if (!cost) return null;
  const mid = cost.mid * 1_000;
  const low = Math.min(cost.low * 1_000, mid * quick);
  return { low, mid, high: Math.max(cost.high * 1_000, mid * slow), count: cost.samples };
};

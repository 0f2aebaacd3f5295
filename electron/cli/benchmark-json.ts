import type { BenchmarkComparison, BenchmarkPlan, BenchmarkRun, BenchmarkSample } from '../../shared/benchmark.ts';
import { isDiscarded } from '../../shared/counted-samples.ts';
import type { Exact } from '../lib/exact-json.ts';
import { wholeOf } from './exact-values.ts';

/** A run as scripts get it: counted samples of each configuration, and what they say. Pure. */
export const benchmarkJson = (run: BenchmarkRun, samples: readonly BenchmarkSample[]): Exact => {
  const [first] = run.comparisons;
  const { verdict = 'not-comparable', ratio = null, interval = null } = first ?? {};
  return {
    run: run.id,
    plan: planJson(run.plan),
    state: run.state,
    measure: run.measure,
    isDirty: run.isDirty,
    cells: run.cells.map((cell, place) => {
      const mine = samples.filter((sample) => sample.cell === place);
      const of = (isMeant: (sample: BenchmarkSample) => boolean): Exact[] =>
        mine.filter(isMeant).map((sample) => sampleJson(sample, run));
      return {
        configuration: cell.configuration,
        engine: cell.engine,
        profile: cell.profile,
        flags: cell.flags,
        digest: cell.digest,
        samples: of((sample) => !sample.isWarmup && !isDiscarded(sample)),
        warmups: of(({ isWarmup }) => isWarmup),
        discarded: of((sample) => !sample.isWarmup && isDiscarded(sample)),
        medianMs: cell.medianMs,
        deviationMs: cell.deviationMs,
        stepMs: cell.stepMs,
        failures: cell.failures,
      };
    }),
    verdict,
    ratio,
    interval,
    detectable: first?.detectable ?? null,
    moreRuns: first?.moreRuns ?? null,
    comparisons: run.comparisons.map(comparisonJson),
    differences: run.differences.map((difference) => ({ ...difference })),
    problem: run.problem?.message ?? null,
  };
};

const comparisonJson = (comparison: BenchmarkComparison): Exact => ({ ...comparison });

const sampleJson = (sample: BenchmarkSample, { measure, cells }: BenchmarkRun): Exact => ({
  ms: measure === 'execution' ? sample.executionMs : sample.wallMs,
  ok: sample.outcome === 'ok',
  outcome: sample.outcome,
  wallMs: sample.wallMs,
  executionMs: sample.executionMs,
  loadMs: sample.loadMs,
  seed: sample.seed === null ? null : wholeOf(sample.seed),
  isOutlier: cells[sample.cell]?.outliers.includes(sample.number) ?? false,
  discarded: sample.discarded,
  nodes: sample.nodes?.map((node) => ({ ...node })) ?? null,
  stepMs: sample.stepMs,
  peak: { ...sample.peak },
  round: sample.round,
  block: sample.block,
  conditions: sample.conditions && { ...sample.conditions, gpus: sample.conditions.gpus.map((gpu) => ({ ...gpu })) },
  job: sample.job,
  problem: sample.problem?.message ?? null,
});

/** The plan as its file may have it. */
const planJson = ({ seeds, configurations, ...rest }: BenchmarkPlan): Exact => ({
  ...rest,
  ...(seeds !== undefined && { seeds: seeds.map(wholeOf) }),
  configurations: configurations.map(({ name, profile, flags, without, engine }) => ({
    name,
    flags,
    ...(without !== undefined && { without }),
    ...(profile !== undefined && { profile }),
    ...(engine !== undefined && { engine }),
  })),
});

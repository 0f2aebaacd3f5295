import type { BenchmarkRun, BenchmarkSample } from './benchmark.ts';

/** Whether a sample is part of the result. Pure. */
export const isCounted = ({
  isWarmup,
  outcome,
  discarded,
}: Pick<BenchmarkSample, 'isWarmup' | 'outcome' | 'discarded'>): boolean => !isWarmup && outcome === 'ok' && discarded === null;

/** Whether a sample is a result that is no time. Pure. */
export const isFailure = ({ outcome }: Pick<BenchmarkSample, 'outcome'>): boolean =>
  outcome === 'failed' || outcome === 'crashed';

/** Whether a sample is neither a time nor a failure. Pure. */
export const isDiscarded = ({ outcome, discarded }: Pick<BenchmarkSample, 'outcome' | 'discarded'>): boolean =>
  discarded !== null || outcome === 'cancelled';

/** What a run measures of a sample, in ms; null: nobody heard of it. Pure. */
export const timeOf = (
  { executionMs, wallMs }: Pick<BenchmarkSample, 'executionMs' | 'wallMs'>,
  measure: BenchmarkRun['measure'],
): number | null => (measure === 'execution' ? executionMs : wallMs);

import type { BenchmarkSample } from '../../../shared/benchmark.ts';
import { isDiscarded } from '../../../shared/counted-samples.ts';

export type SampleKind = 'warmup' | 'counted' | 'discarded' | 'failed' | 'crashed';

/** What a sample is to the result. Pure. */
export const sampleKind = (sample: BenchmarkSample): SampleKind => {
  const { outcome, isWarmup } = sample;
  if (outcome === 'failed' || outcome === 'crashed') return outcome;
  if (isWarmup && outcome === 'ok') return 'warmup';
  return isDiscarded(sample) ? 'discarded' : 'counted';
};

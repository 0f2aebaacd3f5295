import type { BenchmarkSample } from '../../../shared/benchmark.ts';

export type SampleKind = 'warmup' | 'counted' | 'discarded' | 'failed' | 'crashed';

/** What a sample is to the result. Pure. */
export const sampleKind = ({ outcome, isWarmup, discarded }: BenchmarkSample): SampleKind =>
  outcome === 'cancelled'
    ? 'discarded'
    : outcome !== 'ok'
      ? outcome
      : isWarmup
        ? 'warmup'
        : discarded !== null
          ? 'discarded'
          : 'counted';

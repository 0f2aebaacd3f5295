import type { BenchmarkSample } from '../../../shared/benchmark.ts';

/** A counted sample like any other, but for what is said. */
export const takenSample = (change: Partial<BenchmarkSample> = {}): BenchmarkSample => ({
  run: '00000000-0000-4000-8000-000000000001',
  number: 0,
  cell: 0,
  block: 1,
  round: 0,
  isWarmup: false,
  seed: '1',
  outcome: 'ok',
  discarded: null,
  at: '2026-11-30T12:00:00.000Z',
  wallMs: 105,
  executionMs: 100,
  nodes: null,
  stepMs: [10, 10],
  loadMs: null,
  cachedNodes: [],
  peak: { ramBytes: null, vramBytes: null },
  loadBefore: null,
  conditions: null,
  job: null,
  record: null,
  problem: null,
  ...change,
});

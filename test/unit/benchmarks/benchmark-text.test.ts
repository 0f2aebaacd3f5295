import { describe, expect, test } from 'vitest';
import { benchmarkText, estimateText } from '../../../electron/cli/benchmark-text.ts';
import type { BenchmarkComparison, BenchmarkRun } from '../../../shared/benchmark.ts';
import type { BenchmarkEstimate } from '../../../shared/benchmark-outlook.ts';
import { readBenchmarkPlan } from '../../../shared/read-benchmark-plan.ts';

const estimate: BenchmarkEstimate = {
  ms: [80_000, 400_000],
  prompts: [30, 120],
  counted: [20, 80],
  starts: [10, 40],
  blockLength: 2,
  prompt: { ms: 1_000, basis: 'runs', count: 3 },
  start: { ms: 9_000, basis: 'launches', count: 4 },
  queue: { running: 1, waiting: 4, isPaused: false },
  engines: [{ id: 'a', name: 'Mine', isRunning: true }],
  cautions: [],
};

test('before the start: what it runs, starts and keeps waiting', () => {
  expect(estimateText(estimate)).toBe(
    '30 to 120 prompts and 10 to 40 starts of Mine take about 80 s to 7 min; the queue waits meanwhile. 5 jobs are in the queue now.\n',
  );
  const unknown = { ...estimate, ms: null, prompts: [6, 6] as [number, number], starts: [2, 2] as [number, number] };
  expect(estimateText({ ...unknown, queue: { running: 0, waiting: 0, isPaused: false } })).toBe(
    '6 prompts and 2 starts of Mine take an unknown time, because this was never run here; the queue waits meanwhile.\n',
  );
});

describe('a verdict in words', () => {
  const comparison: BenchmarkComparison = {
    configuration: 'after',
    verdict: 'faster',
    ratio: 0.88,
    interval: [0.86, 0.9],
    probability: 0.002,
    detectable: 0.03,
    moreRuns: 0,
    isTentative: false,
  };
  const told = (change: Partial<BenchmarkComparison>, isDirty = false): string => {
    const cell = { engine: 'a', profile: '', flags: [], digest: null, facts: null, stepMs: null, outliers: [] };
    const measured = { counted: 10, failures: 0, medianMs: 1_000, deviationMs: 9 };
    const run: BenchmarkRun = {
      id: '00000000-0000-4000-8000-000000000001',
      name: '',
      plan: readBenchmarkPlan({ template: 'sd15', configurations: [{ name: 'before' }, { name: 'after' }] }),
      state: 'done',
      startedAt: '2026-11-30T12:00:00.000Z',
      endedAt: null,
      seed: 1,
      taken: 20,
      wanted: 20,
      measure: 'execution',
      cells: ['before', 'after'].map((configuration) => ({ ...cell, ...measured, configuration })),
      comparisons: [{ ...comparison, ...change }],
      differences: [],
      isDirty,
      problem: null,
    };
    return benchmarkText(run);
  };

  test.each<[string, Partial<BenchmarkComparison>, boolean, string]>([
    ['called', {}, false, '"after" is 12.0 % faster than "before" (-14.0 % to -10.0 %).'],
    ['called on a busy machine', { isTentative: true }, true, '"after" seems 12.0 % faster than "before"'],
    ['called on a busy machine, with what to do', { isTentative: true }, true, 'measure again before you rely on this'],
    [
      'not called',
      { verdict: 'no-difference-shown', moreRuns: 14 },
      false,
      'Changes above 3.0 % would have been seen. 14 more runs',
    ],
    [
      'lost in the noise',
      { verdict: 'no-difference-shown', detectable: 24_044 },
      false,
      'With this noise even a change of 50 % could stay hidden.',
    ],
    ['not comparable', { verdict: 'not-comparable', ratio: null }, false, '"after" cannot be compared with "before".'],
  ])('%s', (_name, change, isDirty, wanted) => {
    expect(told(change, isDirty)).toContain(wanted);
  });
});

import { describe, expect, test } from 'vitest';
import { isDirtyRun } from '../../../electron/benchmarks/dirty-run.ts';
import { summarise } from '../../../electron/benchmarks/summarise.ts';
import type { BenchmarkCell, BenchmarkSample, SampleConditions } from '../../../shared/benchmark.ts';
import { readBenchmarkPlan } from '../../../shared/read-benchmark-plan.ts';
import { takenSample } from './taken-sample.ts';

const plan = readBenchmarkPlan({ template: 'sd15', configurations: [{ name: 'before' }, { name: 'after' }], repeats: 6 });
const cell = (configuration: string): BenchmarkCell => ({
  configuration,
  engine: 'demo',
  profile: 'Default',
  flags: [],
  digest: 'same',
  facts: null,
  counted: 0,
  failures: 0,
  medianMs: null,
  deviationMs: null,
  stepMs: null,
  outliers: [],
});
const known = { plan, seed: 7, cells: [cell('before'), cell('after')], differences: [] };
/** One sample of each configuration a round, with these times. */
const taken = (before: number[], after: number[], change: Partial<BenchmarkSample> = {}): BenchmarkSample[] =>
  before.flatMap((ms, round) => [
    takenSample({ ...change, number: round * 2, cell: 0, round, executionMs: ms, wallMs: ms + 5 }),
    takenSample({
      ...change,
      number: round * 2 + 1,
      cell: 1,
      round,
      executionMs: after[round] ?? 0,
      wallMs: (after[round] ?? 0) + 5,
    }),
  ]);
const [slow, fast] = [
  [1014, 1009, 1020, 1011, 1017, 1013],
  [895, 899, 891, 902, 894, 897],
];

test('medians, deviations and outliers of each configuration, and the verdict against the first', () => {
  const { cells, comparisons, measure, taken: count, isDirty } = summarise(known, taken([...slow.slice(0, 5), 5_000], fast));
  expect([measure, count, isDirty]).toEqual(['execution', 12, false]);
  expect(cells[0]).toMatchObject({ counted: 6, medianMs: 1015.5, outliers: [10] });
  expect(cells[1]).toMatchObject({ counted: 6, medianMs: 896, outliers: [] });
  expect(comparisons).toMatchObject([{ configuration: 'after', verdict: 'faster', ratio: 896 / 1015.5, isTentative: false }]);
});

test('warm-ups, failures and what came from cache are no part of the medians', () => {
  const beside = [
    takenSample({ number: 20, cell: 0, isWarmup: true, executionMs: 9_999 }),
    takenSample({ number: 21, cell: 0, outcome: 'failed', executionMs: null }),
    takenSample({ number: 22, cell: 1, outcome: 'crashed', executionMs: null }),
    takenSample({ number: 23, cell: 1, discarded: 'cachedResult', executionMs: 1 }),
    takenSample({ number: 24, cell: 1, outcome: 'cancelled', executionMs: null }),
  ];
  const { cells, taken: count } = summarise(known, [...taken(slow, fast), ...beside]);
  expect(cells.map(({ counted, failures, medianMs }) => [counted, failures, medianMs])).toEqual([
    [6, 1, 1013.5],
    [6, 1, 896],
  ]);
  expect(count).toBe(16);
});

test('where one sample has no time of the engine, all are measured by the wall', () => {
  const samples = taken(slow, fast).map((one) => (one.number === 3 ? { ...one, executionMs: null } : one));
  const { measure, cells } = summarise(known, samples);
  expect([measure, cells[0]?.medianMs]).toEqual(['wall', 1018.5]);
});

test('a configuration that does other work is not compared', () => {
  const differences = [{ configuration: 'after', node: '4', input: 'ckpt_name', first: '"a"', other: '"b"' }];
  const [comparison] = summarise({ ...known, differences }, taken(slow, fast)).comparisons;
  expect(comparison).toMatchObject({ verdict: 'not-comparable', ratio: null });
});

describe('a busy machine', () => {
  const conditions = (othersCpuPercent: number | null): SampleConditions => ({
    othersCpuPercent,
    cpuMhz: null,
    cpuTemperatureC: null,
    gpus: [],
  });

  test.each<[string, { loadBefore: number | null; others: number | null }[], boolean]>([
    ['nothing is known', [{ loadBefore: null, others: null }], false],
    ['others did next to nothing, whatever the load', [{ loadBefore: 1.9, others: 3 }], false],
    ['others were at work', [{ loadBefore: 0.1, others: 40 }], true],
    ['the load alone is known, and high', [{ loadBefore: 1.2, others: null }], true],
    ['one sample in twenty', Array.from({ length: 20 }, (_, n) => ({ loadBefore: 0, others: n === 4 ? 80 : 2 })), false],
    ['three samples in twenty', Array.from({ length: 20 }, (_, n) => ({ loadBefore: 0, others: n < 3 ? 80 : 2 })), true],
  ])('%s', (_name, noted, wanted) => {
    expect(isDirtyRun(noted.map(({ loadBefore, others }) => ({ loadBefore, conditions: conditions(others) })))).toBe(wanted);
  });

  test('what is called in a dirty run is marked, and what is not called is not', () => {
    const dirty = summarise(known, taken(slow, fast, { conditions: conditions(60) }));
    expect([dirty.isDirty, dirty.comparisons[0]?.verdict, dirty.comparisons[0]?.isTentative]).toEqual([true, 'faster', true]);
    const even = summarise(known, taken(slow, slow, { conditions: conditions(60) }));
    expect([even.comparisons[0]?.verdict, even.comparisons[0]?.isTentative]).toEqual(['no-difference-shown', false]);
  });
});

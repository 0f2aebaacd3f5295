import { describe, expect, test } from 'vitest';
import {
  historyLines,
  memorySeries,
  nodeTimes,
  otherNodes,
  stepCurves,
  timeSeries,
} from '../../renderer/features/benchmarks/chart-data.ts';
import { roundTicks } from '../../renderer/features/benchmarks/charts/look.ts';
import { configurationFacts } from '../../renderer/features/benchmarks/configuration-facts.ts';
import { runCsv } from '../../renderer/features/benchmarks/export-run.ts';
import { forumWords } from '../../renderer/features/benchmarks/forum-words.ts';
import { planFileText } from '../../renderer/features/benchmarks/plan-file.ts';
import { outcomeWords } from '../../renderer/features/benchmarks/run-words.ts';
import { isSameWork } from '../../renderer/features/benchmarks/same-work.ts';
import { secondsWords, shareWords } from '../../renderer/features/benchmarks/share-words.ts';
import { comparisonWords, doubtWords, verdictWords } from '../../renderer/features/benchmarks/verdict-words.ts';
import { errorText } from '../../renderer/i18n/error-text.ts';
import { i18n } from '../../renderer/i18n/i18n.ts';
import type { BenchmarkComparison, BenchmarkSample } from '../../shared/benchmark.ts';
import { readBenchmarkPlan } from '../../shared/read-benchmark-plan.ts';
import { readPlanFile } from '../../shared/read-plan-file.ts';
import { measuredRun } from '../fakes/fake-benchmarks.ts';

const { run, samples } = measuredRun({
  startedAt: '2026-11-30T12:00:00.000Z',
  cells: [
    { name: 'before', flags: [], version: '0.27.0', ms: 101_400 },
    { name: 'after', flags: ['--disable-async-offload'], version: '0.28.0', ms: 89_500 },
  ],
});
const t = i18n.t;
const judged = (change: Partial<BenchmarkComparison>) => ({
  ...run,
  comparisons: run.comparisons.map((one) => ({ ...one, ...change })),
});
const sentence = (change: Partial<BenchmarkComparison>): string => {
  const changed = judged(change);
  const [comparison] = changed.comparisons;
  if (!comparison) throw new Error('no comparison');
  return comparisonWords(t, changed, comparison);
};

describe('what a verdict says', () => {
  test.each<[Partial<BenchmarkComparison>, string]>([
    [
      { verdict: 'faster', ratio: 0.882, interval: [0.869, 0.898] },
      '“after” is 11.8 % faster than “before” here (10.2 to 13.1 %, 10 runs each).',
    ],
    [
      { verdict: 'slower', ratio: 1.051, interval: [1.03, 1.07] },
      '“after” is 5.1 % slower than “before” here (3.0 to 7.0 %, 10 runs each).',
    ],
    [
      { verdict: 'no-difference-shown', ratio: 0.996, interval: [0.98, 1.012] },
      'No difference shown between “after” and “before”: −0.4 % (−2.0 to +1.2 %, 10 runs each).',
    ],
    [{ verdict: 'faster', ratio: 0.5, interval: null }, '“after” is 50.0 % faster than “before” here (10 runs each).'],
    [
      { verdict: 'faster', ratio: 0.882, interval: [0.869, 0.898], isTentative: true },
      '“after” seems 11.8 % faster than “before” here (10.2 to 13.1 %, 10 runs each).',
    ],
    [
      { verdict: 'slower', ratio: 1.051, interval: null, isTentative: true },
      '“after” seems 5.1 % slower than “before” here (10 runs each).',
    ],
    [{ verdict: 'not-comparable', ratio: null, interval: null }, '“after” cannot be compared with “before”.'],
  ])('%o', (change, wanted) => {
    expect(sentence(change)).toBe(wanted);
  });

  test('in Korean no particle hangs on a name that nobody can read aloud', async () => {
    await i18n.changeLanguage('ko');
    for (const verdict of ['faster', 'slower', 'no-difference-shown', 'not-comparable'] as const)
      expect(sentence({ verdict, ratio: 0.9, interval: [0.8, 0.95] })).not.toMatch(/\([가-힣]\)/);
    expect(sentence({ verdict: 'faster', ratio: 0.882, interval: [0.869, 0.898] })).toBe(
      '이 컴퓨터에서는 “after” 쪽이 “before”보다 11.8 % 빠릅니다(10.2~13.1 %, 각 10회).',
    );
  });

  test('what was called on a busy machine is said to be so nowhere', async () => {
    for (const language of ['en', 'ko'] as const) {
      await i18n.changeLanguage(language);
      const sure = language === 'en' ? / is \d|^\d/ : /(빠릅|느립)니다|[름림]$/;
      for (const verdict of ['faster', 'slower'] as const)
        for (const interval of [null, [0.8, 0.95] as [number, number]]) {
          const told = (isTentative: boolean): string[] => {
            const changed = judged({ verdict, ratio: verdict === 'faster' ? 0.9 : 1.1, interval, isTentative });
            return [...verdictWords(t, changed), outcomeWords(t, changed).text];
          };
          expect(told(false).filter((text) => sure.test(text))).toHaveLength(2);
          expect(told(true).filter((text) => sure.test(text))).toEqual([]);
        }
    }
  });

  test('how sure it is, and what would make it surer', () => {
    const words = (change: Partial<BenchmarkComparison>): string => {
      const changed = judged(change);
      return changed.comparisons.flatMap((one) => doubtWords(t, changed, one)).join(' ');
    };
    const open = { verdict: 'no-difference-shown', detectable: 0.034 } as const;
    expect(words({ ...open, moreRuns: 14 })).toContain('A change of 3.4 % or more would have been seen');
    expect(words({ ...open, moreRuns: 14 })).toContain('14 more runs of each');
    expect(words({ ...open, detectable: 24_044 })).not.toContain('2404400');
    expect(words({ ...open, detectable: 24_044 })).toContain('even a change of 50 % could stay hidden');
    expect(words({ ...open, moreRuns: 1 })).toContain('1 more run of each');
    expect(words({ ...open, moreRuns: null })).toContain('More runs would hardly settle it');
    expect(words({ verdict: 'faster', moreRuns: 0 })).toContain('It is settled');
    expect(words({ verdict: 'faster', moreRuns: 0, isTentative: true })).not.toContain('It is settled');
    expect(words({ verdict: 'faster', moreRuns: 0, isTentative: true })).toContain('Measure again');
  });

  test('a configuration measured alone says its time; none measured says so', () => {
    const alone = { ...run, cells: run.cells.slice(0, 1), comparisons: [] };
    expect(verdictWords(t, alone)).toEqual([expect.stringMatching(/^“before” took 10\d\.\d s \(10 runs\)/)]);
    const empty = alone.cells.map((cell) => ({ ...cell, medianMs: null }));
    expect(verdictWords(t, { ...alone, cells: empty })).toEqual(['Nothing was measured.']);
  });

  test('for other people: verdict, times, work, machine, how, and what failed', () => {
    const text = forumWords(t, run, samples, { template: 'Stable Diffusion 1.5', values: 'Steps 20' });
    expect(text).toMatch(/^“after” is 1\d\.\d % faster than “before” here/);
    expect(text).toContain('Stable Diffusion 1.5: Steps 20.');
    // Versions that differ are told by the configurations, not as the machine's.
    expect(text).not.toContain('ComfyUI 0.2');
    expect(text).toContain('RTX 5060 Ti, torch 2.9.1+cu130');
    expect(text).toContain('random order in 10 blocks');
    expect(text).toContain('1 run failed.');
  });

  test.each([
    [0.0004, true, '0.0 %'],
    [-0.118, true, '−11.8 %'],
    [0.05, true, '+5.0 %'],
    [0.05, false, '5.0 %'],
  ])('a share of %d (signed: %s) is %s', (share, isSigned, wanted) => {
    expect(shareWords(share, isSigned)).toBe(wanted);
  });
  test.each([
    [894.4, '0.894'],
    [12_345, '12.35'],
    [101_400, '101.4'],
  ])('%d ms are %s seconds', (ms, wanted) => {
    expect(secondsWords(ms)).toBe(wanted);
  });
});

describe('what charts are drawn from', () => {
  test('only samples that count; those that stand apart are marked, not left out', () => {
    const wild = samples.map((one) => (one.number === 1 ? { ...one, executionMs: 400_000 } : one));
    const outliers = [1];
    const marked = { ...run, cells: run.cells.map((cell, place) => (place === samples[1]?.cell ? { ...cell, outliers } : cell)) };
    const points = timeSeries(marked, wild).map((series) => series.points);
    expect(points.map(({ length }) => length)).toEqual([10, 10]);
    expect(points.flat().filter(({ isOutlier }) => isOutlier)).toEqual([{ number: 1, ms: 400_000, isOutlier: true }]);
  });

  test('a curve of steps is the median of each step', () => {
    const [before] = stepCurves(run, samples);
    expect(before?.values).toHaveLength(20);
    expect(before?.values[0]).toBeGreaterThan((before?.values[5] ?? 0) * 1.4);
  });

  test('nodes: the slowest first, many small ones together, cached ones as no time', () => {
    const { nodes, rows } = nodeTimes(run, samples);
    expect(nodes.map(({ name }) => name)).toEqual(['KSampler', 'VAEDecode', 'CLIPTextEncode', 'SaveImage']);
    expect(rows.map(({ name }) => name)).toEqual(['before', 'after']);
    const many = samples.map((one) => ({
      ...one,
      nodes: Array.from({ length: 9 }, (_, node) => ({ id: String(node), class: `N${node}`, ms: 9 - node })),
    }));
    const folded = nodeTimes(run, many);
    expect(folded.nodes).toHaveLength(6);
    expect(folded.nodes.at(-1)?.name).toBe(otherNodes);
    expect(folded.rows[0]?.msOf[otherNodes]).toBe(4 + 3 + 2 + 1);
  });

  test('memory is the card’s where it can be read, else the machine’s', () => {
    expect(memorySeries(run, samples).map(({ kind, values }) => [kind, values.length])).toEqual([
      ['vram', 10],
      ['vram', 10],
    ]);
    const blind = samples.map((one) => ({ ...one, peak: { ...one.peak, vramBytes: null } }));
    expect(memorySeries(run, blind)[0]?.kind).toBe('ram');
  });

  test('a history has a line for each configuration, and runs in their order', () => {
    const point = (of: string, configuration: string) => ({
      run: of,
      at: '2026-11-30T12:00:00.000Z',
      configuration,
      cell: 0,
      version: '0.28.0',
      commit: null,
      torch: null,
      medianMs: 1,
      deviationMs: 0,
      counted: 3,
      isDirty: false,
      change: null,
    });
    const { runs, lines } = historyLines([point('a', 'x'), point('b', 'x'), point('b', 'y')]);
    expect(runs).toEqual(['a', 'b']);
    expect(lines.map(({ name, points }) => [name, points.map(({ place }) => place)])).toEqual([
      ['x', [0, 1]],
      ['y', [1]],
    ]);
  });

  test.each([
    [0.9, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [101.4, [0, 25, 50, 75, 100, 125]],
    [7, [0, 2, 4, 6, 8]],
    [0, [0, 1]],
  ])('an axis up to %d begins at zero and ends round', (most, wanted) => {
    expect(roundTicks(most)).toEqual(wanted);
  });
});

test('rows in which configurations differ are marked; those of which nobody knows anything are left out', () => {
  const unknown = { ...run, cells: run.cells.map((cell) => ({ ...cell, facts: cell.facts && { ...cell.facts, driver: null } })) };
  const rows = configurationFacts(unknown, (id) => id);
  expect(rows.filter(({ isDifferent }) => isDifferent).map(({ key }) => key)).toEqual(['flags', 'comfyui']);
  expect(rows.some(({ key }) => key === 'driver')).toBe(false);
});

describe('files', () => {
  test('a table for spreadsheets holds every sample, and no name is taken for a formula or a separator', () => {
    const cells = run.cells.map((cell, place) => (place === 0 ? { ...cell, configuration: '=1+1,"x"' } : cell));
    const lines = runCsv({ ...run, cells }, samples)
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(samples.length + 1);
    expect(lines.filter((line) => line.includes(',counted,'))).toHaveLength(20);
    expect(lines.some((line) => line.includes('"\'=1+1,""x"""'))).toBe(true);
    expect(lines.some((line) => line.includes('failed') && line.includes('CUDA out of memory'))).toBe(true);
  });

  test('a table keeps every digit of a seed, and a median of an even count is between the two in the middle', () => {
    const rowOf = (change: Partial<BenchmarkSample>): (string | undefined)[] => {
      const [sample] = samples;
      const cells = sample
        ? runCsv(run, [{ ...sample, ...change }])
            .split('\r\n')[1]
            ?.split(',')
        : [];
      return [cells?.[4], cells?.[8], cells?.[9]];
    };
    expect(rowOf({ seed: '18446744073709551615', stepMs: [4, 1, 2, 8] })).toEqual(["'18446744073709551615", '3', '4']);
    expect(rowOf({ seed: '999999999999999', stepMs: [5, 1, 2] })).toEqual(['999999999999999', '2', '3']);
    expect(rowOf({ seed: null, stepMs: [] })).toEqual(['', '', '0']);
  });

  test('a plan file keeps seeds beyond 2^53, what it left out stays out, and what is no plan names its place', () => {
    const text =
      '{"template":"sd15","seeds":[18446744073709551615],"configurations":[{"name":"a","flags":["--lowvram"]}],"repeats":3,"warmup":0}';
    const plan = readPlanFile(text);
    expect(plan.seeds).toEqual(['18446744073709551615']);
    const again = readPlanFile(planFileText(plan));
    expect(again).toEqual(plan);
    expect(JSON.parse(planFileText(plan))).not.toHaveProperty('cold');
    expect(() => readPlanFile('{"template":"sd15","configurations":[]}')).toThrow(/configurations/);
    expect(() => readPlanFile('no json')).toThrow(/is no plan/);
  });

  test.each<[string, string]>([
    ['cut off', '{'],
    ['no JSON', '{"template":sd15}'],
    ['nested without end', '['.repeat(100_000)],
    ['the same word twice', '{"template":"t","template":"u"}'],
    ['too long', ' '.repeat(5_000_000)],
    ['something missing', '{"configurations":[{"name":"A"}]}'],
    ['a value of another kind', '{"template":"t","configurations":[{"name":"A"}],"repeats":"ten"}'],
    ['a name too long', `{"template":"t","configurations":[{"name":"${'A'.repeat(100)}"}]}`],
    ['a name twice', '{"template":"t","configurations":[{"name":"A"},{"name":"A"}]}'],
    ['a seed twice', '{"template":"t","configurations":[{"name":"A"}],"seeds":[1,1]}'],
    ['extra runs from another count', '{"template":"t","configurations":[{"name":"A"}],"repeats":5,"extra":true}'],
    ['a word that no plan has', '{"template":"t","configurations":[{"name":"A"}],"repeat":5}'],
    ['no plan at all', '[]'],
  ])('what is wrong with a plan is said in Korean to who reads Korean: %s', async (_name, text) => {
    await i18n.changeLanguage('ko');
    let error: unknown = null;
    try {
      readPlanFile(text);
    } catch (thrown) {
      error = thrown;
    }
    // What somebody else's program said stands in quotes; so do names and words of the file.
    const own = errorText(error).replaceAll(/“[^”]*”/g, '');
    expect(own).toMatch(/[가-힣]/);
    expect(own.replaceAll('JSON', '')).not.toMatch(/[A-Za-z]{2,}/);
  });

  test('the same work is known whatever the order of its values and however often it is measured', () => {
    const plan = readBenchmarkPlan({ template: 't', values: { a: 1, b: 2 }, configurations: [{ name: 'x' }] });
    expect(isSameWork(plan, { ...plan, values: { b: 2, a: 1 }, repeats: 50, warmup: 0 })).toBe(true);
    expect(isSameWork(plan, { ...plan, values: { a: 1 } })).toBe(false);
    expect(isSameWork(plan, { ...plan, cold: true })).toBe(false);
  });
});

import { describe, expect, test } from 'vitest';
import { type CostSample, estimatePeak, estimateSeconds, withSample, workOf } from '../../../shared/cost.ts';
import { param } from '../templates/sample.ts';

const at = '/1/inputs/x';
const of = (role: 'width' | 'height' | 'steps' | 'batch' | 'frames', value: number) =>
  param(role, 'integer', at, { role, default: value });
const sample = (work: number, seconds: number, more: Partial<CostSample> = {}): CostSample => ({
  version: 1,
  work,
  size: work / 10,
  seconds,
  peakBytes: null,
  ...more,
});

test.each([
  ['size and steps', [of('width', 1000), of('height', 500), of('steps', 20)], {}, { size: 0.5, work: 10 }],
  ['given before default', [of('width', 1000), of('height', 500), of('steps', 20)], { steps: 40 }, { size: 0.5, work: 20 }],
  ['batch and frames', [of('width', 1000), of('height', 1000), of('batch', 4), of('frames', 10)], {}, { size: 40, work: 40 }],
  ['no role at all counts one', [param('prompt', 'text', at)], {}, { size: 1, work: 1 }],
  ['steps alone', [of('steps', 30)], {}, { size: 1, work: 30 }],
])('work of a job: %s', (_name, parameters, values, expected) => {
  expect(workOf({ parameters }, values)).toEqual(expected);
});

describe('seconds', () => {
  test('nothing measured is no idea, not zero', () => {
    expect(estimateSeconds([], 10)).toBeNull();
  });
  test('one attempt gives a wide range around it', () => {
    const one = estimateSeconds([sample(10, 20)], 10);
    expect(one).toMatchObject({ mid: 20, samples: 1 });
    expect(one?.low).toBeLessThan(15);
    expect(one?.high).toBeGreaterThanOrEqual(30);
  });
  test('many alike give a narrow one, many different a wide one; a wild outlier moves neither middle much', () => {
    const alike = Array.from({ length: 8 }, () => sample(10, 20));
    const mixed = [15, 18, 20, 22, 26, 17, 24, 19].map((seconds) => sample(10, seconds));
    const narrow = estimateSeconds(alike, 10);
    const wide = estimateSeconds(mixed, 10);
    expect(narrow?.mid).toBe(20);
    expect((narrow?.high ?? 99) / (narrow?.low ?? 1)).toBeLessThan(1.6);
    expect((wide?.high ?? 0) - (wide?.low ?? 0)).toBeGreaterThan((narrow?.high ?? 0) - (narrow?.low ?? 0));
    // A model that had to be loaded first.
    expect(estimateSeconds([...alike, sample(10, 400)], 10)?.mid).toBe(20);
  });
  test('work of another amount scales, with a range that grows with the distance', () => {
    const known = Array.from({ length: 8 }, () => sample(10, 20));
    const ratio = (work: number): number => {
      const one = estimateSeconds(known, work);
      return (one?.high ?? 0) / (one?.low ?? 1);
    };
    expect(estimateSeconds(known, 40)?.mid).toBe(80);
    expect(ratio(20)).toBeGreaterThan(ratio(10));
    expect(ratio(80)).toBeGreaterThan(ratio(20));
  });
  test('the attempts nearest in size are gone by, where there are any', () => {
    // Small jobs are dear by the pixel.
    const known = [...Array.from({ length: 8 }, () => sample(1, 5)), ...Array.from({ length: 4 }, () => sample(100, 100))];
    expect(estimateSeconds(known, 100)?.mid).toBe(100);
    expect(estimateSeconds(known, 1)?.mid).toBe(5);
  });
  test('attempts of this version count where there are any', () => {
    const known = [sample(10, 20), sample(10, 60, { version: 2 })];
    expect(estimateSeconds(known, 10, 2)?.mid).toBe(60);
    expect(estimateSeconds(known, 10, 3)?.mid).toBe(40);
  });
});

describe('memory', () => {
  const known = [
    sample(10, 1, { size: 1, peakBytes: 4e9 }),
    sample(40, 4, { size: 4, peakBytes: 8e9 }),
    sample(20, 1, { size: 2 }),
  ];
  test.each([
    ['a size that was measured', 1, { low: 4e9, high: 4e9 }],
    ['one between', 2, { low: 4e9, high: 8e9 }],
    ['a larger one than any', 9, { low: 8e9, high: null }],
    ['a smaller one than any', 0.5, { low: null, high: 4e9 }],
  ])('%s', (_name, size, expected) => {
    expect(estimatePeak(known, size)).toEqual(expected);
  });
  test('where nobody read any, nothing is said', () => {
    expect(estimatePeak([sample(10, 1)], 1)).toBeNull();
  });
});

test('few samples are kept: of each amount of work the newest, and not too many in all', () => {
  let kept: CostSample[] = [];
  for (let n = 0; n < 20; n++) kept = withSample(kept, sample(1, n));
  expect(kept.map(({ seconds }) => seconds)).toEqual([12, 13, 14, 15, 16, 17, 18, 19]);
  for (let n = 0; n < 500; n++) kept = withSample(kept, sample(2 + n, n));
  expect(kept.length).toBeLessThan(100);
  expect(kept.at(-1)).toMatchObject({ work: 501 });
});

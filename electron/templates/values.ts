import { AppError } from '../../shared/app-error.ts';
import type { Axis, GivenAxis } from '../../shared/batch.ts';
import { randomSeed, seedRange } from '../../shared/check-value.ts';
import { checkGrid, combinationAt } from '../../shared/grid.ts';
import type { Value, Values } from '../../shared/job.ts';
import type { Parameter, Template } from '../../shared/template.ts';
import { wholeNumber } from '../../shared/whole-number.ts';
import type { ResolvedValues } from './templates.ts';

/** Draws one integer within both bounds, each as likely as the next. */
export type DrawSeed = (min: bigint, max: bigint) => bigint;

type Resolvable = Pick<Template, 'id' | 'parameters' | 'limits'>;

/** Longest JSON of all values of one request: they are written, answered and told of together. */
const maxRequestLength = 50_000_000;

/** Where random seeds come from: the parameter's own range, below 2^53 so that no program loses a digit. */
const drawingRange = (parameter: Parameter): { min: bigint; max: bigint } => {
  const { min, max } = seedRange(parameter);
  const ceiling = BigInt(Number.MAX_SAFE_INTEGER);
  return { min, max: min <= ceiling && max > ceiling ? ceiling : max };
};

/** `count` different seeds: drawn ones for `random`, else the given one and those after it, from the start again past the end. */
const seedsFor = (parameter: Parameter, given: Value, count: number, draw: DrawSeed): string[] => {
  const isDrawn = given === randomSeed;
  const { min, max } = isDrawn ? drawingRange(parameter) : seedRange(parameter);
  const size = max - min + 1n;
  if (BigInt(count) > size) {
    const params = { key: parameter.key, allowed: size.toString(), count };
    throw new AppError('invalid-input', 'countExceedsSeeds', params);
  }
  if (!isDrawn) {
    const first = (wholeNumber(given) ?? min) - min;
    return Array.from({ length: count }, (_, place) => (min + ((first + BigInt(place)) % size)).toString());
  }
  if (count === 1) return [draw(min, max).toString()];
  const seeds = new Set<string>();
  while (seeds.size < count) seeds.add(draw(min, max).toString());
  return [...seeds];
};

/** The jobs of one request; each is made when it is asked for, so that ten thousand need not be held at once. */
export interface ResolvedRequest {
  count: number;
  /** Combinations of the varied values, and seeds for each of them. */
  combinations: number;
  seeds: number;
  /** What all jobs share, and what they differ in, checked. */
  values: Values;
  axes: Axis[];
  /** From 0. Every combination comes once before the second seed begins. */
  at(place: number): ResolvedValues;
}

/** Exact but for the commas: how long the values of all jobs are together, as JSON. */
const lengthOf = (values: Values, axes: readonly Axis[], total: number): number =>
  axes.reduce((sum, axis) => {
    const all = axis.values.reduce<number>((length, value) => length + axis.key.length + 4 + JSON.stringify(value).length, 0);
    return sum + (total / axis.values.length) * all;
  }, total * JSON.stringify(values).length);

/**
 * Values for every combination of a grid with `count` seeds each: defaults filled in, everything checked as shared/grid.ts does, seeds
 * fixed, the same ones for every combination. With more than one seed the first seed parameter differs from job to job. Throws AppError
 * with the first thing that is wrong. Pure but for `draw`.
 */
export const resolveRequest = (
  template: Resolvable,
  given: Readonly<Record<string, unknown>>,
  grid: readonly GivenAxis[],
  count: number,
  draw: DrawSeed,
): ResolvedRequest => {
  const { values, axes, total, issues } = checkGrid(template, given, grid, count);
  const [issue] = issues;
  if (issue) throw new AppError('invalid-input', issue.key, issue.params);
  // Of one job each value was checked already.
  if (total > 1 && lengthOf(values, axes, total) > maxRequestLength)
    throw new AppError('invalid-input', 'requestTooLarge', { count: total, max: maxRequestLength / 1_000_000 });

  const isVaried = (key: string): boolean => axes.some((axis) => axis.key === key);
  const [first, ...others] = template.parameters.filter(({ type }) => type === 'seed');
  // The check has made them for this request alone.
  const fixed = values;
  for (const other of others)
    if (!isVaried(other.key)) fixed[other.key] = seedsFor(other, values[other.key] ?? randomSeed, 1, draw)[0] ?? randomSeed;
  const seeds = first && !isVaried(first.key) ? seedsFor(first, values[first.key] ?? randomSeed, count, draw) : null;
  const combinations = total / count;
  return {
    count: total,
    combinations,
    seeds: count,
    values: fixed,
    axes,
    at(place) {
      const own: Values = axes.length === 0 ? { ...fixed } : { ...fixed, ...combinationAt(axes, place % combinations) };
      if (!first) return { values: own, seed: null };
      const seed = seeds ? seeds[Math.floor(place / combinations)] : undefined;
      if (seed !== undefined) own[first.key] = seed;
      return { values: own, seed: String(own[first.key]) };
    },
  };
};

/** As resolveRequest, for `count` seeds of one combination, all at once. */
export const resolveBatch = (
  template: Resolvable,
  given: Readonly<Record<string, unknown>>,
  count: number,
  draw: DrawSeed,
): ResolvedValues[] => {
  const request = resolveRequest(template, given, [], count, draw);
  return Array.from({ length: request.count }, (_, place) => request.at(place));
};

/** As resolveBatch, for one job. */
export const resolveValues = (
  template: Resolvable,
  given: Readonly<Record<string, unknown>>,
  { drawSeed }: { drawSeed: DrawSeed },
): ResolvedValues => resolveBatch(template, given, 1, drawSeed)[0] ?? { values: {}, seed: null };

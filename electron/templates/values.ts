import { AppError } from '../../shared/app-error.ts';
import { randomSeed, seedRange } from '../../shared/check-value.ts';
import type { Value, Values } from '../../shared/job.ts';
import type { Parameter, Template } from '../../shared/template.ts';
import { checkValues } from '../../shared/values.ts';
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
  const seeds = new Set<string>();
  while (seeds.size < count) seeds.add(draw(min, max).toString());
  return [...seeds];
};

/**
 * Values for `count` jobs of one request: defaults filled in, everything checked as shared/values.ts does, seeds fixed. With more than
 * one, the first seed parameter differs from job to job. Throws AppError with the first thing that is wrong. Pure but for `draw`.
 */
export const resolveBatch = (
  template: Resolvable,
  given: Readonly<Record<string, unknown>>,
  count: number,
  draw: DrawSeed,
): ResolvedValues[] => {
  const { values, issues } = checkValues(template, given);
  const [issue] = issues;
  if (issue) throw new AppError('invalid-input', issue.key, issue.params);

  if (count * JSON.stringify(values).length > maxRequestLength) {
    throw new AppError('invalid-input', 'requestTooLarge', { count, max: maxRequestLength / 1_000_000 });
  }
  const [first, ...others] = template.parameters.filter(({ type }) => type === 'seed');
  if (first === undefined) {
    if (count > 1) throw new AppError('invalid-input', 'countNeedsSeed', { id: template.id, count });
    return [{ values, seed: null }];
  }
  const fixed: Values = { ...values };
  for (const other of others) {
    const [seed = randomSeed] = seedsFor(other, values[other.key] ?? randomSeed, 1, draw);
    fixed[other.key] = seed;
  }
  return seedsFor(first, values[first.key] ?? randomSeed, count, draw).map((seed) => ({
    values: { ...fixed, [first.key]: seed },
    seed,
  }));
};

/** As resolveBatch, for one job. */
export const resolveValues = (
  template: Resolvable,
  given: Readonly<Record<string, unknown>>,
  { drawSeed }: { drawSeed: DrawSeed },
): ResolvedValues => resolveBatch(template, given, 1, drawSeed)[0] ?? { values: {}, seed: null };

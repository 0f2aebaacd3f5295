import { AppError } from './app-error.ts';
import { BenchmarkPlan } from './benchmark.ts';
import { looks } from './compare-samples.ts';
import type { ErrorKey, WordParams } from './words.ts';

/**
 * A plan as its file has it, whole and checked as far as that goes without a template or an engine. Flags may also be objects
 * `{"flag","value"}`, or a flag and its value in one text. Throws AppError that names the place. Pure.
 */
export const readBenchmarkPlan = (content: unknown): BenchmarkPlan => {
  const { success, data, error } = BenchmarkPlan.safeParse(withWords(content));
  if (!success) {
    const [issue] = error.issues;
    throw wrong('benchPlanInvalid', { where: placeOf(issue?.path ?? []), what: issue?.message ?? '' });
  }
  const names = data.configurations.map(({ name }) => name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw wrong('benchPlanNameTwice', { name: twice });
  const seeds = (data.seeds ?? []).map((seed) => BigInt(seed));
  if (new Set(seeds).size < seeds.length) throw wrong('benchPlanSeedTwice');
  if (data.extra && data.repeats !== looks[0]) throw wrong('benchPlanExtra', { count: looks[0] });
  return data;
};

const wrong = (key: ErrorKey, params: WordParams = {}): AppError => new AppError('invalid-input', key, params);

/** `$`: the whole of it. */
const placeOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part)),
    '',
  ) || '$';

/** Each flag as the words of a command line; anything that is no such thing stays, and is refused with its place. */
const withWords = (content: unknown): unknown => {
  if (!isObject(content) || !Array.isArray(content.configurations)) return content;
  const configurations = content.configurations.map((one: unknown) =>
    isObject(one) && Array.isArray(one.flags) ? { ...one, flags: one.flags.flatMap(wordsOf) } : one,
  );
  return { ...content, configurations };
};
const wordsOf = (flag: unknown): unknown[] => {
  if (isObject(flag)) return flag.value === undefined || flag.value === null ? [flag.flag] : [flag.flag, asWord(flag.value)];
  if (typeof flag !== 'string') return [asWord(flag)];
  const [, name, value] = /^(--[^\s=]+)\s+(.+)$/s.exec(flag) ?? [];
  return name === undefined || value === undefined ? [flag] : [name, value];
};
const asWord = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

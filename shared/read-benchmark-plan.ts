import { AppError } from './app-error.ts';
import { BenchmarkPlan } from './benchmark.ts';
import { looks } from './compare-samples.ts';
import { misplaced, planIssue } from './plan-issue.ts';
import type { ErrorKey, WordParams } from './words.ts';

/**
 * A plan as its file has it, whole and checked as far as that goes without a template or an engine. Flags may also be objects
 * `{"flag","value"}`, or a flag and its value in one text. Throws AppError that names the place. Pure.
 */
export const readBenchmarkPlan = (content: unknown): BenchmarkPlan => {
  const worded = withWords(content);
  const { success, data, error } = BenchmarkPlan.safeParse(worded);
  if (!success) {
    // A word that nobody knows is most likely the one that is lacking, written otherwise.
    const issue = error.issues.find(({ code }) => code === 'unrecognized_keys') ?? error.issues[0];
    throw issue ? planIssue(issue, worded) : misplaced([], content);
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

/** Each flag as the words of a command line; of what is no such thing the place is named before places are counted anew. */
const withWords = (content: unknown): unknown => {
  if (!isObject(content) || !Array.isArray(content.configurations)) return content;
  const configurations = content.configurations.map((one: unknown, at) =>
    isObject(one) && Array.isArray(one.flags)
      ? { ...one, flags: one.flags.flatMap((flag: unknown, place) => wordsOf(flag, ['configurations', at, 'flags', place])) }
      : one,
  );
  return { ...content, configurations };
};
const wordsOf = (flag: unknown, path: readonly PropertyKey[]): string[] => {
  if (isObject(flag)) {
    const { flag: name, value, ...others } = flag;
    const [other] = Object.keys(others);
    if (other !== undefined) throw planIssue({ code: 'unrecognized_keys', keys: [other], path: [...path], message: '' }, flag);
    if (typeof name !== 'string' || name === '') throw misplaced([...path, 'flag'], name);
    if (value === undefined || value === null) return [name];
    if (typeof value !== 'string' && typeof value !== 'number') throw misplaced([...path, 'value'], value);
    return [name, String(value)];
  }
  if (typeof flag === 'number') return [String(flag)];
  if (typeof flag !== 'string' || flag === '') throw misplaced(path, flag);
  const [, name, value] = /^(--[^\s=]+)\s+(.+)$/s.exec(flag) ?? [];
  return name === undefined || value === undefined ? [flag] : [name, value];
};
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

import { type BenchmarkPlan, mostRepeats, mostWarmup } from '../../../shared/benchmark.ts';
import type { ValueIssue } from '../../../shared/check-value.ts';
import { looks } from '../../../shared/compare-samples.ts';
import type { Value } from '../../../shared/job.ts';
import { parseText } from '../../../shared/parse-text.ts';
import type { Parameter, Template } from '../../../shared/template.ts';
import { checkValues } from '../../../shared/values.ts';
import { type PlanDraft, readConfiguration } from './plan-draft.ts';

type Choice = string | number | boolean;
/** Lists that the engines supply, by parameter key. */
export type Supplied = Record<string, readonly Choice[] | null>;

export interface ReadDraft {
  /** null while something is wrong. */
  plan: BenchmarkPlan | null;
  /** The first thing that is wrong with each parameter. */
  issues: Readonly<Record<string, ValueIssue>>;
  /** What is wrong with each configuration's name, by its key. */
  names: Readonly<Record<number, 'needName' | 'nameTwice'>>;
  isRepeatsWrong: boolean;
  isWarmupWrong: boolean;
  count: number;
}

/** A whole number in its range; null: it is none. */
const whole = (text: string, min: number, max: number): number | null => {
  const value = /^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : null;
};

/** What a parameter is without anything typed: a model that is not here gives way to the first that is. Pure. */
export const usualValue = (parameter: Parameter, supplied: Supplied): Value | undefined => {
  const list = Array.isArray(parameter.choices) ? parameter.choices : supplied[parameter.key];
  const usual = parameter.default;
  if (parameter.type !== 'choice' || !list || (usual !== undefined && list.includes(usual))) return usual;
  return parameter.role === 'model' || usual === undefined ? (list[0] ?? usual) : usual;
};

/** Reads what was typed as a plan, with what is wrong where. Pure. */
export const readDraft = (draft: PlanDraft, template: Template | undefined, supplied: Supplied): ReadDraft => {
  const issues: Record<string, ValueIssue> = {};
  const values: Record<string, Value> = {};
  let hasSeed = false;
  if (template) {
    const choices: Record<string, Choice[]> = {};
    for (const [key, list] of Object.entries(supplied)) if (list) choices[key] = [...list];
    for (const parameter of template.parameters) {
      if (parameter.type === 'seed') hasSeed = true;
      const given = draft.values[parameter.key];
      const typed = given ?? usualValue(parameter, supplied);
      if (parameter.type === 'seed' || typed === undefined || (given === undefined && typed === parameter.default)) continue;
      if (parameter.type === 'image' && typed === '') continue;
      const read = typeof typed === 'string' ? parseText(parameter, typed, choices[parameter.key]) : null;
      values[parameter.key] = read?.ok ? read.value : typed;
    }
    for (const issue of checkValues(template, values, choices).issues) issues[issue.parameter] ??= issue;
  }
  const names: Record<number, 'needName' | 'nameTwice'> = {};
  for (const { key, name } of draft.configurations) {
    if (name.trim() === '') names[key] = 'needName';
    else if (draft.configurations.some((other) => other.key < key && other.name.trim() === name.trim())) names[key] = 'nameTwice';
  }
  const repeats = draft.hasExtra ? looks[0] : whole(draft.repeats, 1, mostRepeats);
  const warmup = whole(draft.warmup, 0, mostWarmup);
  const count =
    Object.keys(issues).length +
    Object.keys(names).length +
    (repeats === null ? 1 : 0) +
    (warmup === null ? 1 : 0) +
    (template ? 0 : 1);
  const plan =
    template && count === 0 && repeats !== null && warmup !== null
      ? {
          template: template.id,
          values,
          ...(draft.seeds && { seeds: draft.seeds }),
          configurations: draft.configurations.map(readConfiguration),
          repeats,
          warmup,
          // Without a seed the second sample would be answered from the cache.
          cold: draft.isCold || !hasSeed,
          extra: draft.hasExtra,
        }
      : null;
  return { plan, issues, names, isRepeatsWrong: repeats === null, isWarmupWrong: warmup === null, count };
};

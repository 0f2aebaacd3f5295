import type { Axis } from '../../../shared/batch.ts';
import type { ValueIssue } from '../../../shared/check-value.ts';
import { checkGrid } from '../../../shared/grid.ts';
import type { Value, Values } from '../../../shared/job.ts';
import { parseText } from '../../../shared/parse-text.ts';
import type { Template } from '../../../shared/template.ts';
import { readVariation, type Variation } from './variation.ts';

type Choice = string | number | boolean;

export interface CheckedForm {
  /** What was set, as the host takes it; defaults are left to the template. */
  values: Values;
  /** What takes several values in turn. */
  grid: Axis[];
  /** The same with everything filled in: what the jobs will be. */
  complete: { values: Values; axes: Axis[]; total: number };
  /** The first thing that is wrong with each parameter. */
  issues: Readonly<Record<string, ValueIssue>>;
  /** What is wrong with the request as a whole. */
  issue: ValueIssue | null;
}

/**
 * Reads what was typed, for `count` seeds. Keys that this version of the template does not know are left out: a draft may be older than
 * the template. Pure.
 */
export const checkForm = (
  template: Template,
  draft: Values,
  variations: Readonly<Record<string, Variation>>,
  supplied: Record<string, readonly Choice[] | null>,
  count: number,
): CheckedForm => {
  const values: Record<string, Value> = {};
  const choices: Record<string, Choice[]> = {};
  const found: ValueIssue[] = [];
  for (const [key, list] of Object.entries(supplied)) if (list) choices[key] = [...list];
  for (const parameter of template.parameters) {
    const typed = draft[parameter.key];
    if (typed === undefined || variations[parameter.key] || (parameter.type === 'image' && typed === '')) continue;
    const read = typeof typed === 'string' ? parseText(parameter, typed, choices[parameter.key]) : null;
    values[parameter.key] = read?.ok ? read.value : typed;
  }
  const grid: Axis[] = [];
  for (const [key, variation] of Object.entries(variations)) {
    const parameter = template.parameters.find((known) => known.key === key);
    if (!parameter) continue;
    const axis = readVariation(parameter, variation, choices[key] ?? null);
    found.push(...axis.issues);
    if (axis.values.length > 0) grid.push({ key, values: axis.values });
  }
  const { issues: others, ...complete } = checkGrid(template, values, grid, count, choices);
  const issues: Record<string, ValueIssue> = {};
  for (const one of [...found, ...others]) {
    // A varied parameter of which no entry can be used yet has no value: its own entries say why.
    if (one.key === 'valueMissing' && variations[one.parameter]) continue;
    if (one.parameter !== '') issues[one.parameter] ??= one;
  }
  return { values, grid, complete, issues, issue: others.find(({ parameter }) => parameter === '') ?? null };
};

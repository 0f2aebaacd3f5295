import type { ValueIssue } from '../../../shared/check-value.ts';
import type { Value, Values } from '../../../shared/job.ts';
import { parseText } from '../../../shared/parse-text.ts';
import type { Template } from '../../../shared/template.ts';
import { checkValues } from '../../../shared/values.ts';

type Choice = string | number | boolean;

export interface CheckedForm {
  /** What was set, as the host takes it; defaults are left to the template. */
  values: Values;
  /** The first thing that is wrong with each parameter. */
  issues: Readonly<Record<string, ValueIssue>>;
}

/**
 * Reads what was typed. Keys that this version of the template does not know are left out: a draft may be older than the
 * template. Pure.
 */
export const checkForm = (template: Template, draft: Values, supplied: Record<string, readonly Choice[] | null>): CheckedForm => {
  const values: Record<string, Value> = {};
  const choices: Record<string, Choice[]> = {};
  for (const [key, list] of Object.entries(supplied)) if (list) choices[key] = [...list];
  for (const parameter of template.parameters) {
    const typed = draft[parameter.key];
    if (typed === undefined || (parameter.type === 'image' && typed === '')) continue;
    const read = typeof typed === 'string' ? parseText(parameter, typed, choices[parameter.key]) : null;
    values[parameter.key] = read?.ok ? read.value : typed;
  }
  const issues: Record<string, ValueIssue> = {};
  for (const issue of checkValues(template, values, choices).issues) issues[issue.parameter] ??= issue;
  return { values, issues };
};

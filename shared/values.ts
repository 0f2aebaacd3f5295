import { checkLimits } from './check-limits.ts';
import { checkValue, listed, randomSeed, type ValueIssue } from './check-value.ts';
import type { Values } from './job.ts';
import type { Readiness, Template } from './template.ts';

export interface CheckedValues {
  /** Every parameter that has a value, checked; seeds as decimal text or `random`. Complete only without issues. */
  values: Values;
  issues: ValueIssue[];
}

/**
 * Fills in the template's defaults and checks everything: unknown keys, types, ranges, choices, limits. A seed without a value is
 * `random`. A `model` without a value stays open, because only the engine that claims the job can say which files it has.
 * `choices` are those an engine supplies, where known. Pure; forms and the queue both use it.
 */
export const checkValues = (
  template: Pick<Template, 'parameters' | 'limits'>,
  given: Readonly<Record<string, unknown>>,
  choices?: Readiness['choices'],
): CheckedValues => {
  // Keys of parameters begin with a letter: none of them means anything to an object.
  const values: Values = {};
  const issues: ValueIssue[] = [];
  const { parameters } = template;
  for (const key of Object.keys(given))
    if (!parameters.some((parameter) => parameter.key === key))
      issues.push({ parameter: key, key: 'valueUnknown', params: { key, allowed: listed(parameters.map((one) => one.key)) } });
  for (const parameter of parameters) {
    const { key, type, role } = parameter;
    // Own properties only: a parameter may be called `constructor`.
    let value = Object.hasOwn(given, key) ? given[key] : undefined;
    if (value === undefined) {
      if (role === 'model' && type === 'choice') continue;
      value = parameter.default ?? (type === 'seed' ? randomSeed : undefined);
    }
    if (value === undefined) {
      issues.push({ parameter: key, key: 'valueMissing', params: { key } });
      continue;
    }
    const offered = choices !== undefined && Object.hasOwn(choices, key) ? choices[key] : undefined;
    const checked = checkValue(parameter, value, offered);
    if (checked.ok) values[key] = checked.value;
    else issues.push(checked.issue);
  }
  issues.push(...checkLimits(template, values));
  return { values, issues };
};

import { type Axis, type GivenAxis, mostJobs } from './batch.ts';
import { checkLimits } from './check-limits.ts';
import { checkValue, listed, randomSeed, type ValueIssue } from './check-value.ts';
import type { Value, Values } from './job.ts';
import type { Parameter, Readiness, Template } from './template.ts';
import { checkValues } from './values.ts';

type Gridable = Pick<Template, 'id' | 'parameters' | 'limits'>;

export interface CheckedGrid {
  /** What all jobs share, checked and complete; without the varied parameters. */
  values: Values;
  axes: Axis[];
  /** Combinations times seeds. */
  total: number;
  /** What is wrong, the first thing first. With any, nothing else here may be used. */
  issues: ValueIssue[];
}

/** Roles whose values a template limits, each limit the harder to keep the larger the value. */
const limitedRoles = new Set<Parameter['role']>(['width', 'height', 'batch', 'steps', 'frames', 'controlnet']);

const checkAxis = (parameter: Parameter, { key, values }: GivenAxis, choices: readonly Value[] | undefined) => {
  const issues: ValueIssue[] = [];
  const checked = new Set<Value>();
  if (values.length === 0) issues.push({ parameter: key, key: 'axisEmpty', params: { key } });
  for (const given of values) {
    // A drawn seed differs from job to job anyway: how many of them is what the count says.
    const result = given === randomSeed && parameter.type === 'seed' ? null : checkValue(parameter, given, choices);
    if (result === null) issues.push({ parameter: parameter.key, key: 'axisRandom', params: { key: parameter.key } });
    else if (!result.ok) issues.push(result.issue);
    else if (checked.has(result.value))
      issues.push({ parameter: parameter.key, key: 'axisTwice', params: { key: parameter.key, given: String(result.value) } });
    else checked.add(result.value);
  }
  return { values: [...checked], issues };
};

/** Whether so many seeds can be drawn, and that there are not too many jobs in `total`. `varied`: the parameters that axes vary. */
const checkCount = (
  { id, parameters }: Gridable,
  count: number,
  total: number,
  varied: ReadonlyMap<string, unknown> = new Map(),
): ValueIssue[] => {
  const issues: ValueIssue[] = [];
  const seed = parameters.find(({ type }) => type === 'seed');
  if (count > 1 && seed === undefined) {
    issues.push({ parameter: '', key: 'countNeedsSeed', params: { id, count } });
  } else if (count > 1 && seed && varied.has(seed.key)) {
    issues.push({ parameter: seed.key, key: 'axisSeedAndCount', params: { key: seed.key, count } });
  }
  if (total > mostJobs) issues.push({ parameter: '', key: 'gridTooLarge', params: { count: total, max: mostJobs } });
  return issues;
};

/**
 * Checks a request for every combination of `axes`, each with `count` seeds: values, sizes, limits of the largest combination, and
 * that there are not too many. An axis wins over a value given under the same key. Costs as much as the axes are long, however many
 * combinations they make. Pure.
 */
export const checkGrid = (
  template: Gridable,
  givenValues: Readonly<Record<string, unknown>>,
  axes: readonly GivenAxis[],
  count: number,
  choices?: Readiness['choices'],
): CheckedGrid => {
  if (axes.length === 0) {
    const { values, issues } = checkValues(template, givenValues, choices);
    if (count > 1) issues.push(...checkCount(template, count, count));
    return { values, axes: [], total: count, issues };
  }
  const issues: ValueIssue[] = [];
  const checked: Axis[] = [];
  const first = new Map<string, unknown>();
  for (const given of axes) {
    const { key } = given;
    // Of more than there may be in all, none is looked at.
    const axis = given.values.length > mostJobs ? { key, values: given.values.slice(0, 1) } : given;
    if (axis !== given)
      issues.push({ parameter: key, key: 'axisTooLong', params: { key, count: given.values.length, max: mostJobs } });
    const parameter = template.parameters.find((known) => known.key === key);
    const [value] = axis.values;
    if (first.has(key)) issues.push({ parameter: key, key: 'axisKeyTwice', params: { key } });
    if (value !== undefined) first.set(key, value);
    if (!parameter) {
      // One with values is named by the check of all values below.
      const allowed = listed(template.parameters.map((one) => one.key));
      if (value === undefined) issues.push({ parameter: key, key: 'valueUnknown', params: { key, allowed } });
      continue;
    }
    const result = checkAxis(parameter, axis, choices !== undefined && Object.hasOwn(choices, key) ? choices[key] : undefined);
    issues.push(...result.issues);
    checked.push({ key, values: result.values });
  }
  const base = checkValues(
    { parameters: template.parameters, limits: {} },
    { ...givenValues, ...Object.fromEntries(first) },
    choices,
  );
  issues.push(...base.issues.filter((issue) => !first.has(issue.parameter) || issue.key === 'valueUnknown'));
  const largest: Values = { ...base.values };
  for (const { key, values } of checked) {
    const role = template.parameters.find((known) => known.key === key)?.role;
    const [one] = values;
    // None is left where every value of an axis is wrong, and each of them was named already.
    if (one !== undefined && limitedRoles.has(role))
      largest[key] = values.reduce((most, value) => (Number(value) > Number(most) ? value : most), one);
  }
  issues.push(...checkLimits(template, largest));

  const combinations = checked.reduce((product, { values }) => product * values.length, 1);
  const total = combinations * count;
  issues.push(...checkCount(template, count, total, first));
  const values = Object.fromEntries(Object.entries(base.values).filter(([key]) => !first.has(key)));
  return { values, axes: checked, total, issues };
};

/** The varied values of the combination at a place, from 0; the last axis changes fastest. Pure. */
export const combinationAt = (axes: readonly Axis[], place: number): Values => {
  const values: Values = {};
  let stride = axes.reduce((product, { values: list }) => product * list.length, 1);
  for (const { key, values: list } of axes) {
    stride /= list.length;
    const value = list[Math.floor(place / stride) % list.length];
    if (value !== undefined) values[key] = value;
  }
  return values;
};

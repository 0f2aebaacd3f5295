import type { ValueIssue } from './check-value.ts';
import type { Value, Values } from './job.ts';
import type { ParameterRole, Template } from './template.ts';

type Limited = Pick<Template, 'parameters' | 'limits'>;

/** The largest value among the parameters of one role, with that parameter's key. */
const largest = ({ parameters }: Limited, role: ParameterRole, values: Values): { key: string; value: number } | null => {
  let found: { key: string; value: number } | null = null;
  for (const { key, role: own } of parameters) {
    if (own !== role || !Object.hasOwn(values, key)) continue;
    const value = Number(values[key]);
    if (Number.isFinite(value) && (found === null || value > found.value)) found = { key, value };
  }
  return found;
};

const offWords = new Set(['', 'none', 'off', 'disabled', 'false']);

/** Whether a value of a `controlnet` parameter turns it on: true, a strength, a model. Pure. */
const isOn = (value: Value | undefined): boolean =>
  typeof value === 'string'
    ? !offWords.has(value.trim().toLowerCase())
    : value === true || (typeof value === 'number' && value !== 0);

/**
 * What exceeds the template's limits: pixels (width × height), batch, steps, frames, ControlNets that are on. Reads checked values.
 * Pure.
 */
export const checkLimits = (template: Limited, values: Values): ValueIssue[] => {
  const issues: ValueIssue[] = [];
  const { pixels, controlnets, ...single } = template.limits;
  const width = pixels === undefined ? null : largest(template, 'width', values);
  const height = pixels === undefined ? null : largest(template, 'height', values);
  if (pixels !== undefined && width && height && width.value * height.value > pixels) {
    issues.push({
      parameter: width.key,
      key: 'limitPixels',
      params: { key: width.key, width: width.value, height: height.value, allowed: pixels },
    });
  }
  const keys = { batch: 'limitBatch', steps: 'limitSteps', frames: 'limitFrames' } as const;
  for (const role of ['batch', 'steps', 'frames'] as const) {
    const allowed = single[role];
    if (allowed === undefined) continue;
    const given = largest(template, role, values);
    if (given && given.value > allowed) {
      issues.push({ parameter: given.key, key: keys[role], params: { key: given.key, given: given.value, allowed } });
    }
  }
  if (controlnets === undefined) return issues;
  const switches = template.parameters.filter(({ key, role }) => role === 'controlnet' && isOn(values[key]));
  const beyond = switches[controlnets];
  if (beyond) {
    const params = { key: beyond.key, given: switches.length, allowed: controlnets };
    issues.push({ parameter: beyond.key, key: 'limitControlnets', params });
  }
  return issues;
};

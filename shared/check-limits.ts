import type { ValueIssue } from './check-value.ts';
import type { Values } from './job.ts';
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

/** What exceeds the template's limits: pixels (width × height), batch, steps, frames. Reads checked values. Pure. */
export const checkLimits = (template: Limited, values: Values): ValueIssue[] => {
  const issues: ValueIssue[] = [];
  const { pixels, ...single } = template.limits;
  const width = largest(template, 'width', values);
  const height = largest(template, 'height', values);
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
    const given = largest(template, role, values);
    if (allowed !== undefined && given && given.value > allowed) {
      issues.push({ parameter: given.key, key: keys[role], params: { key: given.key, given: given.value, allowed } });
    }
  }
  return issues;
};

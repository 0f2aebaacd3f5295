import { AppError } from './app-error.ts';
import type { BenchmarkPlan } from './benchmark.ts';
import { type JsonFault, jsonFault } from './json-fault.ts';
import { readBenchmarkPlan } from './read-benchmark-plan.ts';
import type { ErrorKey } from './words.ts';

/** No plan is nested deeper than its flags: plan, configurations, configuration, flags, flag. */
const deepest = 8;
/** Longer than any plan with all of its prompts. */
const longest = 4_000_000;
/** No file of a plan is larger: three bytes for each character at most, and a byte order mark. */
export const maxPlanBytes = 3 * longest + 3;

const keys: Record<JsonFault['why'], ErrorKey> = {
  broken: 'benchPlanNotJson',
  ended: 'benchPlanCutOff',
  deep: 'benchPlanDeep',
  twice: 'benchPlanKeyTwice',
};

/** Whole numbers beyond 2^53 as the text that they are written as. */
const exact = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '') ? context?.source : value;

/** The plan in the text of a file, with or without a byte order mark. Throws AppError that names the place of what is wrong. Pure. */
export const readPlanFile = (file: string): BenchmarkPlan => {
  const text = file.replace(/^\ufeff/, '');
  if (text.length > longest) throw new AppError('invalid-input', 'benchPlanLong', { count: text.length, most: longest });
  const fault = jsonFault(text, deepest);
  if (fault) {
    const { why, line, column, text: near } = fault;
    throw new AppError('invalid-input', keys[why], { line, column, near, most: deepest });
  }
  return readBenchmarkPlan(JSON.parse(text, exact));
};

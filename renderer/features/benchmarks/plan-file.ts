import { AppError } from '../../../shared/app-error.ts';
import type { BenchmarkPlan } from '../../../shared/benchmark.ts';
import { readBenchmarkPlan } from '../../../shared/read-benchmark-plan.ts';

/** A plan as its file has it: what is as usual is left out, seeds are decimal text so that none is rounded. Pure. */
export const planFileText = ({ template, values, seeds, configurations, repeats, warmup, cold, extra }: BenchmarkPlan): string =>
  `${JSON.stringify(
    {
      template,
      values,
      ...(seeds && { seeds }),
      configurations: configurations.map(({ name, profile, flags, without, engine }) => ({
        name,
        ...(profile !== undefined && { profile }),
        ...(flags.length > 0 && { flags }),
        ...(without && without.length > 0 && { without }),
        ...(engine !== undefined && { engine }),
      })),
      repeats,
      warmup,
      ...(cold && { cold }),
      ...(extra && { extra }),
    },
    null,
    2,
  )}\n`;

/** Whole numbers beyond 2^53 as the text that they are written as. */
const exact = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^\d+$/.test(context?.source ?? '') ? context?.source : value;

/** Reads a plan file. Throws AppError for what is no plan, with the place that is wrong. Pure. */
export const readPlanFile = (text: string): BenchmarkPlan => {
  let content: unknown;
  try {
    content = JSON.parse(text, exact);
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    throw new AppError('invalid-input', 'benchPlanNotJson', { what });
  }
  return readBenchmarkPlan(content);
};

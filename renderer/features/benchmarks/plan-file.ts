import type { BenchmarkPlan } from '../../../shared/benchmark.ts';

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

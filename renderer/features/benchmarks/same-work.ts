import type { BenchmarkPlan } from '../../../shared/benchmark.ts';

/** Whatever order somebody wrote the values in. */
const sorted = (values: BenchmarkPlan['values']): [string, unknown][] =>
  Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));

/** Whether two plans measure the same; they may ask for more or fewer runs. Pure. */
export const isSameWork = (one: BenchmarkPlan, other: BenchmarkPlan): boolean => {
  const key = ({ template, values, seeds, configurations, cold }: BenchmarkPlan): string =>
    JSON.stringify([
      template,
      sorted(values),
      seeds ?? [],
      configurations.map(({ name, profile, flags, without, engine }) => [name, profile, flags, without ?? [], engine]),
      cold,
    ]);
  return key(one) === key(other);
};

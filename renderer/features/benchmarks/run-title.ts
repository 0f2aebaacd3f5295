import type { TFunction } from 'i18next';
import type { BenchmarkRun } from '../../../shared/benchmark.ts';

/** What a run is called: by its person, else by what it compares. */
export function runTitle(t: TFunction, { name, plan }: Pick<BenchmarkRun, 'name' | 'plan'>): string {
  if (name !== '') return name;
  const [first, second, ...more] = plan.configurations.map((one) => one.name);
  if (second === undefined) return first ?? '';
  const words = { first, second, count: more.length };
  return more.length > 0 ? t('benchmarks.versusMore', words) : t('benchmarks.versus', words);
}

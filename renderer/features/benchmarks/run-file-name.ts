import type { BenchmarkRun } from '../../../shared/benchmark.ts';

/** Name of a file about a run, without its ending. Pure. */
export const runFileName = ({ plan, startedAt }: Pick<BenchmarkRun, 'plan' | 'startedAt'>, kind = ''): string =>
  ['hearth-benchmark', plan.template, startedAt.slice(0, 16).replaceAll(':', '-'), kind].filter((part) => part !== '').join('-');

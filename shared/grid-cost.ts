import type { Axis } from './batch.ts';
import { type CostSample, type Estimate, estimatePeak, estimateSeconds, type MemoryEstimate, workOf } from './cost.ts';
import { combinationAt } from './grid.ts';
import type { Values } from './job.ts';
import type { ParameterRole, Template } from './template.ts';

/** What all jobs of a request will take. */
export interface GridCost {
  /** Of one job, in seconds: the least of the cheapest to the most of the dearest. null: nothing was measured yet. */
  each: { low: number; high: number } | null;
  /** Of all of them, one after the other, in seconds. */
  total: Pick<Estimate, 'low' | 'mid' | 'high'> | null;
  /** Of the largest job. */
  peak: MemoryEstimate | null;
  /** Megapixel-steps of the dearest job. */
  mostWork: number;
}

const workRoles = new Set<ParameterRole>(['width', 'height', 'batch', 'steps', 'frames']);
/** Different amounts of work that are looked at one by one; of more, the cheapest, the dearest and their mean stand for all. */
const mostAmounts = 256;

/** Combinations of the axes that work depends on; with very many of them only the outermost. */
const combinations = (axes: readonly Axis[]): Values[] => {
  const count = axes.reduce((product, { values }) => product * values.length, 1);
  if (count <= mostAmounts) return Array.from({ length: count }, (_, place) => combinationAt(axes, place));
  const ends = axes.map(({ key, values }) => {
    const sorted = values.toSorted((a, b) => Number(a) - Number(b));
    return { key, values: [sorted[0] ?? 1, sorted[Math.floor(sorted.length / 2)] ?? 1, sorted.at(-1) ?? 1] };
  });
  return Array.from({ length: 3 ** ends.length }, (_, place) => combinationAt(ends, place));
};

/** What a checked request of `total` jobs will take on this machine, from the attempts it has seen. Pure. */
export const gridCost = (
  template: Pick<Template, 'parameters' | 'version'>,
  { values, axes, total }: { values: Values; axes: readonly Axis[]; total: number },
  samples: readonly CostSample[],
): GridCost => {
  const matters = axes.filter(({ key }) => {
    const role = template.parameters.find((parameter) => parameter.key === key)?.role;
    return role !== undefined && workRoles.has(role);
  });
  const jobs = combinations(matters).map((varied) => workOf(template, { ...values, ...varied }));
  const each = jobs.map(({ work }) => estimateSeconds(samples, work, template.version));
  const known = each.filter((one) => one !== null);
  const sizes = jobs.map(({ size }) => size);
  const mostWork = Math.max(...jobs.map(({ work }) => work));
  const peak = estimatePeak(samples, Math.max(...sizes));
  if (known.length < each.length || known.length === 0) return { each: null, total: null, peak, mostWork };
  const share = total / known.length;
  const sum = (side: 'low' | 'mid' | 'high'): number => known.reduce((all, one) => all + one[side] * share, 0);
  return {
    each: { low: Math.min(...known.map(({ low }) => low)), high: Math.max(...known.map(({ high }) => high)) },
    total: { low: sum('low'), mid: sum('mid'), high: sum('high') },
    peak,
    mostWork,
  };
};

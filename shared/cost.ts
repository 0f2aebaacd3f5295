import { z } from 'zod';
import type { Values } from './job.ts';
import type { ParameterRole, Template } from './template.ts';

/** What one attempt that succeeded took on this machine. */
export const CostSample = z.object({
  version: z.int().positive(),
  /** Megapixels × batch × frames × steps; see `workOf`. */
  work: z.number().positive(),
  /** The same without the steps: what memory goes by. */
  size: z.number().positive(),
  seconds: z.number().nonnegative(),
  /** Highest memory reading of the engine while it ran; null where nobody read it. */
  peakBytes: z.int().positive().nullable(),
});
export type CostSample = z.infer<typeof CostSample>;

/** Newest last. */
export const CostSamples = z.object({ template: z.string(), samples: z.array(CostSample) });
export type CostSamples = z.infer<typeof CostSamples>;

const pixelsInMega = 1_000_000;
/** Roles whose values multiply what a job asks for. */
const counted: ReadonlySet<ParameterRole> = new Set<ParameterRole>(['width', 'height', 'batch', 'frames', 'steps']);

/**
 * How much a job asks of the engine, without knowing the machine: megapixels × batch × frames, and that times the steps. A template
 * that has no such parameters counts 1 for them, so that its jobs are compared with each other. Pure.
 */
export const workOf = ({ parameters }: Pick<Template, 'parameters'>, values: Values): { work: number; size: number } => {
  let [area, pieces, steps] = [1, 1, 1];
  let hasArea = false;
  for (const { key, role, default: usual } of parameters) {
    if (role === undefined || !counted.has(role)) continue;
    const isSide = role === 'width' || role === 'height';
    hasArea ||= isSide;
    const value = Number(Object.hasOwn(values, key) ? values[key] : usual);
    if (!Number.isFinite(value) || value <= 0) continue;
    if (isSide) area *= value;
    else if (role === 'steps') steps *= value;
    else pieces *= value;
  }
  const size = (hasArea ? area / pixelsInMega : 1) * pieces;
  return { size, work: size * steps };
};

/** Of one amount of work, and of all: enough for a median, few enough to be read whole. */
const keptOfWork = 8;
const keptInAll = 96;

/** The samples with a newer one; the oldest of the same work, and then the oldest of all, make room. Pure. */
export const withSample = (samples: readonly CostSample[], sample: CostSample): CostSample[] => {
  const same = samples.filter(({ work }) => work === sample.work);
  const spare = same.length >= keptOfWork ? same[0] : undefined;
  return [...samples.filter((one) => one !== spare), sample].slice(-keptInAll);
};

export interface Estimate {
  low: number;
  mid: number;
  high: number;
  /** Attempts that it rests on. */
  samples: number;
}

const median = (sorted: readonly number[]): number => {
  const half = sorted.length / 2;
  const [a = 0, b = 0] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return (a + b) / 2;
};
const ascending = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);

/** Makes the deviation from the median comparable with a standard deviation. */
const deviationScale = 1.4826;
/** How far an estimate is from what was measured, as a factor: beyond it only samples of all sizes are left to go by. */
const near = 2;

/**
 * Seconds that work of this amount will take: the median of what a unit of work took in the attempts nearest to it in size, with a range
 * that is wider the more those differ, the fewer they are, and the further this work is from all that was measured. Attempts of this
 * version count where there are any. null: nothing was measured yet. Pure.
 */
export const estimateSeconds = (all: readonly CostSample[], work: number, version?: number): Estimate | null => {
  const own = all.filter((sample) => sample.version === version);
  const known = own.length > 0 ? own : all;
  if (known.length === 0 || !(work > 0)) return null;
  const distance = (sample: CostSample): number => Math.max(sample.work / work, work / sample.work);
  const close = known.filter((sample) => distance(sample) <= near);
  const used = close.length > 0 ? close : known;
  const rates = ascending(used.map((sample) => sample.seconds / sample.work));
  const rate = median(rates);
  const deviation = median(ascending(rates.map((one) => Math.abs(one - rate)))) * deviationScale;
  const nearest = Math.min(...used.map(distance));
  // Two deviations hold nearly all; one attempt alone may be half off, four a quarter; each doubling away costs another third.
  const unsure = 2 * (rate > 0 ? deviation / rate : 0) + 0.5 / Math.sqrt(used.length) + Math.log2(nearest) / 3;
  const mid = rate * work;
  return { low: mid / (1 + unsure), mid, high: mid * (1 + unsure), samples: used.length };
};

/** Bounds of the peak memory of a size that was measured itself or lies between measured ones; null where a side is open. */
export interface MemoryEstimate {
  low: number | null;
  high: number | null;
}

/**
 * Peak memory of a job of this size, from the attempts nearest below and above: more pixels never take less. null: no attempt's peak is
 * known. Pure.
 */
export const estimatePeak = (samples: readonly CostSample[], size: number): MemoryEstimate | null => {
  const known = samples.flatMap(({ size: own, peakBytes }) => (peakBytes === null ? [] : [{ size: own, peakBytes }]));
  if (known.length === 0) return null;
  const peakAt = (wanted: number): number | null => {
    const peaks = known.filter((sample) => sample.size === wanted).map(({ peakBytes }) => peakBytes);
    return peaks.length === 0 ? null : median(ascending(peaks));
  };
  const below = Math.max(...known.filter((sample) => sample.size <= size).map((sample) => sample.size));
  const above = Math.min(...known.filter((sample) => sample.size >= size).map((sample) => sample.size));
  return { low: peakAt(below), high: peakAt(above) };
};

/** How long everything that waits will take on the engines there are. */
export const QueueEstimate = z.object({
  /** Jobs that the range is about. */
  known: z.int().nonnegative(),
  lowMs: z.number().nonnegative(),
  highMs: z.number().nonnegative(),
  /** Jobs of templates that never ran here: nothing is known of them, so the range leaves them out. */
  unknown: z.int().nonnegative(),
});
export type QueueEstimate = z.infer<typeof QueueEstimate>;

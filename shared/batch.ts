import { z } from 'zod';
import { JobCounts, Priority, Value, Values } from './job.ts';

/** Most jobs of one request. */
export const mostJobs = 10_000;

/** A parameter that takes several values in turn; jobs are made for every combination of all axes. */
export const Axis = z.object({ key: z.string(), values: z.array(Value).min(1).max(mostJobs) });
export type Axis = z.infer<typeof Axis>;

/** The same as somebody sends it: what is wrong with it is said in words, by the check of the whole grid. */
export const GivenAxis = z.object({ key: z.string(), values: z.array(z.unknown()) });
export type GivenAxis = z.infer<typeof GivenAxis>;

/** The jobs of one request, as one thing. Told only when all of them are written. */
export const Batch = z.object({
  id: z.uuid(),
  /** The idempotency key as given; its jobs have `key/1` … `key/count`. */
  key: z.string().nullable(),
  template: z.string(),
  version: z.int().positive(),
  priority: Priority,
  /** What its jobs share. Long texts are cut: for reading only. */
  values: Values,
  /** What they differ in besides the seed: how many values, and the first of them, cut likewise. */
  axes: z.array(z.object({ key: z.string(), count: z.int().positive(), values: z.array(Value) })),
  /** Different seeds for each combination. */
  seeds: z.int().positive(),
  /** Jobs asked for; `counts` may hold fewer once old ones were removed. */
  count: z.int().positive(),
  createdAt: z.iso.datetime(),
  /** When its last job ended; null while some can still run by themselves. */
  endedAt: z.iso.datetime().nullable(),
  counts: JobCounts,
});
export type Batch = z.infer<typeof Batch>;

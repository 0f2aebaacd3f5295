import { z } from 'zod';
import { BenchmarkComparison, BenchmarkConfiguration } from './benchmark.ts';
import { Problem } from './engine.ts';

/** What running a plan would take and do, before it starts. */
export const BenchmarkEstimate = z.object({
  /** From the first start of an engine to the verdict; with extra runs the fewest and the most. null: something was never measured here. */
  ms: z.tuple([z.number().nonnegative(), z.number().nonnegative()]).nullable(),
  /** Prompts that are run, warm-ups included; and those of them that count. */
  prompts: z.tuple([z.int(), z.int()]),
  counted: z.tuple([z.int(), z.int()]),
  /** How often an engine is started anew: before each block of each configuration. */
  starts: z.tuple([z.int(), z.int()]),
  /** Counted samples in a row after one start, at most. */
  blockLength: z.int().positive(),
  /** What the time of one prompt rests on: earlier runs of the same work, attempts of the template, or nothing. `count`: how many. */
  prompt: z.object({ ms: z.number().nullable(), basis: z.enum(['runs', 'attempts', 'none']), count: z.int().nonnegative() }),
  /** The same for one start of an engine, from earlier launches. */
  start: z.object({ ms: z.number().nullable(), basis: z.enum(['launches', 'none']), count: z.int().nonnegative() }),
  /** What the queue is made to do: jobs that are let run to their end first, and those that wait until it is over. */
  queue: z.object({ running: z.int().nonnegative(), waiting: z.int().nonnegative(), isPaused: z.boolean() }),
  /** Engines that are started anew, and whether each runs now: then it comes back with its own profile, else it is stopped again. */
  engines: z.array(z.object({ id: z.string(), name: z.string(), isRunning: z.boolean() })),
  /** What cannot be guaranteed for this plan, in words. */
  cautions: z.array(Problem),
});
export type BenchmarkEstimate = z.infer<typeof BenchmarkEstimate>;

/** Configurations that this installation offers. `label` is `i18n.benchmarks.presetNames[key]`; the name in the plan is English. */
export const BenchmarkPreset = z.object({
  id: z.enum(['flag', 'update', 'profiles', 'attention']),
  configurations: z.array(BenchmarkConfiguration),
  /** One for each configuration. */
  labels: z.array(
    z.object({
      key: z.enum(['flagOff', 'flagOn', 'profile', 'version', 'attentionDefault', 'attention']),
      params: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
  /** What may be asked for: flags for `flag`, ids and names of profiles for `profiles`, of engines for `update`. */
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  /** 2: the plan is run now and again after the update, and its history compares. */
  times: z.union([z.literal(1), z.literal(2)]),
  /** Why there are no configurations: something is to be chosen, or is not there. */
  problem: Problem.nullable(),
});
export type BenchmarkPreset = z.infer<typeof BenchmarkPreset>;

/** Where a run is; told with each step, never stored. */
export const BenchmarkProgress = z.object({
  run: z.uuid(),
  at: z.iso.datetime(),
  /** `waiting`: jobs of before run to their end. `restoring`: engines get their own profile back. */
  phase: z.enum(['waiting', 'starting', 'warmup', 'sampling', 'restoring']),
  /** Place of the configuration at work, and of the one whose engine is started next; null: none. */
  cell: z.int().nonnegative().nullable(),
  next: z.int().nonnegative().nullable(),
  /** Starts of engines so far, and in all as wanted now. */
  starts: z.int().nonnegative(),
  startsInAll: z.int().nonnegative(),
  /** Counted samples so far, and wanted now. */
  taken: z.int().nonnegative(),
  wanted: z.int().nonnegative(),
  /** To the end, by what was measured in this run; null before the first counted sample. */
  leftMs: z.number().nonnegative().nullable(),
});
export type BenchmarkProgress = z.infer<typeof BenchmarkProgress>;

/** One configuration of one run, in the history of the plan. */
export const HistoryPoint = z.object({
  run: z.uuid(),
  at: z.iso.datetime(),
  configuration: z.string(),
  /** Place of the configuration in its run. */
  cell: z.int().nonnegative(),
  /** ComfyUI's. */
  version: z.string().nullable(),
  commit: z.string().nullable(),
  torch: z.string().nullable(),
  medianMs: z.number(),
  deviationMs: z.number(),
  counted: z.int().positive(),
  isDirty: z.boolean(),
  /** Against the point of the same configuration before; null: it is the first. */
  change: BenchmarkComparison.nullable(),
});
export type HistoryPoint = z.infer<typeof HistoryPoint>;

import { z } from 'zod';
import { Problem } from './engine.ts';
import { Value } from './job.ts';
import { LaunchFacts, Record } from './record.ts';

/** Longer names are no one's. */
const Name = z.string().min(1).max(1_000);

/** One side of a comparison. */
export const BenchmarkConfiguration = z.strictObject({
  /** Shown in results; no two of a plan are the same. */
  name: z.string().trim().min(1).max(80),
  /** Id or name of a launch profile; the engine's own when absent. */
  profile: Name.optional(),
  /** Words that are laid over the profile, as on a command line: `["--lowvram", "--reserve-vram", "2"]`. */
  flags: z.array(z.string().min(1).max(4_000)).max(200).default([]),
  /** Flags of the profile that are left out: `["--lowvram"]`. */
  without: z
    .array(z.string().regex(/^--\S+$/))
    .max(200)
    .optional(),
  /** Id or name of an engine; the first that Hearth starts itself when absent. */
  engine: Name.optional(),
});
export type BenchmarkConfiguration = z.infer<typeof BenchmarkConfiguration>;

/** Exact whole number up to 2^64 - 1, as decimal text. */
const Seed = z.union([z.int().nonnegative().transform(String), z.string().regex(/^\d{1,20}$/)]);

/** Of each configuration: more than that is never asked for. */
export const mostRepeats = 200;
export const mostWarmup = 20;

/** What is measured, and how often: the file that people pass on. */
export const BenchmarkPlan = z.strictObject({
  template: Name,
  values: z.record(Name, Value).default({}),
  /** In the order in which every configuration uses them; what is missing up to `repeats` is filled up. */
  seeds: z.array(Seed).max(1_000).optional(),
  configurations: z.array(BenchmarkConfiguration).min(1).max(20),
  /** Counted samples of each configuration. */
  repeats: z.int().min(1).max(mostRepeats).default(10),
  /** Samples after each start of the engine that are recorded and not counted. */
  warmup: z.int().min(0).max(mostWarmup).default(1),
  /** Models and cache are freed before each sample. */
  cold: z.boolean().default(false),
  /** Without a verdict at 10 runs of each, go on to 20 and to 40. `repeats` is 10 then. */
  extra: z.boolean().default(false),
});
export type BenchmarkPlan = z.infer<typeof BenchmarkPlan>;

/** A plan that was kept under a name. */
export const SavedPlan = z.object({
  id: z.uuid(),
  name: z.string().trim().min(1).max(200),
  plan: BenchmarkPlan,
  savedAt: z.iso.datetime(),
});
export type SavedPlan = z.infer<typeof SavedPlan>;

/** Median of what: ComfyUI's own time from start to end of a prompt, or from its handing over to its end. */
const BenchmarkMeasure = z.enum(['execution', 'wall']);

/** How the machine was while a sample was taken; null where nothing tells, and only cards that tell something are in the list. */
export const SampleConditions = z.object({
  /** Work of all other programs, as a share of all cores, 0 to 100. */
  othersCpuPercent: z.number().nullable(),
  /** Mean clock of all cores. */
  cpuMhz: z.number().nullable(),
  cpuTemperatureC: z.number().nullable(),
  gpus: z.array(
    z.object({
      index: z.int().nonnegative(),
      name: z.string(),
      temperatureC: z.number().nullable(),
      clockMhz: z.number().nullable(),
      powerW: z.number().nullable(),
    }),
  ),
});
export type SampleConditions = z.infer<typeof SampleConditions>;

export const BenchmarkSample = z.object({
  run: z.uuid(),
  /** In the order in which they were taken, from 0. */
  number: z.int().nonnegative(),
  /** Place of its configuration in the plan. */
  cell: z.int().nonnegative(),
  /** Starts of the engine are counted through the run. */
  block: z.int().nonnegative(),
  /** Samples of all configurations that share it were taken one soon after the other. */
  round: z.int().nonnegative().default(0),
  isWarmup: z.boolean(),
  /** Decimal text; null for a template without one. */
  seed: z.string().nullable(),
  /** `cancelled`: somebody ended its job while the run went on, which says nothing of the configuration. */
  outcome: z.enum(['ok', 'failed', 'crashed', 'cancelled']),
  /** Why it does not count although it is ok: from cache came a node that the seed decides, other nodes than usual, or anything at all in a cold run. */
  discarded: z.enum(['cachedResult', 'cachedOtherwise', 'notCold']).nullable(),
  at: z.iso.datetime(),
  wallMs: z.number().nullable(),
  executionMs: z.number().nullable(),
  /** In the order in which they ran; null: nobody heard of them. */
  nodes: z.array(z.object({ id: z.string(), class: z.string(), ms: z.number() })).nullable(),
  /** Of the sampler's steps, in order. */
  stepMs: z.array(z.number()),
  /** In loader nodes; null: none ran. */
  loadMs: z.number().nullable(),
  cachedNodes: z.array(z.string()),
  /** Of the engine where it can be read, else of its whole machine; of the fullest card. */
  peak: z.object({ ramBytes: z.number().nullable(), vramBytes: z.number().nullable() }),
  /** How busy the machine was before it, as the load of one minute for each core; null: not known here. */
  loadBefore: z.number().nullable(),
  conditions: SampleConditions.nullable().default(null),
  /** null: it was never queued, because the engine did not start. */
  job: z.uuid().nullable(),
  /** What it was made from; kept here, because the job may be tidied away. */
  record: Record.nullable().default(null),
  problem: Problem.nullable(),
});
export type BenchmarkSample = z.infer<typeof BenchmarkSample>;

export const BenchmarkCell = z.object({
  configuration: z.string(),
  engine: z.string(),
  profile: z.string(),
  flags: z.array(z.string()),
  /** Of the prompt as rendered, without seed and names of files; null: it never ran. */
  digest: z.string().nullable(),
  facts: LaunchFacts.nullable(),
  /** Samples that count. */
  counted: z.int().nonnegative(),
  /** Samples that failed or crashed the engine by themselves. */
  failures: z.int().nonnegative(),
  medianMs: z.number().nullable(),
  /** Median absolute deviation. */
  deviationMs: z.number().nullable(),
  stepMs: z.number().nullable(),
  /** Numbers of samples that stand apart; they count all the same. */
  outliers: z.array(z.int()),
});
export type BenchmarkCell = z.infer<typeof BenchmarkCell>;

/** A configuration against the first one; see `SampleComparison`. */
export const BenchmarkComparison = z.object({
  configuration: z.string(),
  verdict: z.enum(['faster', 'slower', 'no-difference-shown', 'not-comparable']),
  ratio: z.number().nullable(),
  interval: z.tuple([z.number(), z.number()]).nullable(),
  probability: z.number().nullable(),
  detectable: z.number().nullable(),
  moreRuns: z.int().nullable(),
  /** The machine was busy meanwhile: the difference was called, and is to be measured again before anybody relies on it. */
  isTentative: z.boolean().default(false),
});
export type BenchmarkComparison = z.infer<typeof BenchmarkComparison>;

export const PromptDifference = z.object({
  configuration: z.string(),
  node: z.string(),
  input: z.string(),
  /** As JSON text; null: not there. */
  first: z.string().nullable(),
  other: z.string().nullable(),
});
export type PromptDifference = z.infer<typeof PromptDifference>;

export const BenchmarkRun = z.object({
  id: z.uuid(),
  /** Given by a person; empty: none. */
  name: z.string().max(200).default(''),
  plan: BenchmarkPlan,
  /** `partial`: it ended in the middle; `refused`: the configurations would not have done the same work. */
  state: z.enum(['running', 'done', 'partial', 'refused']),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** Of order and resampling: the same samples give the same interval. */
  seed: z.int(),
  /** Counted samples so far, and how many are wanted now. */
  taken: z.int().nonnegative(),
  wanted: z.int().nonnegative(),
  measure: BenchmarkMeasure,
  cells: z.array(BenchmarkCell),
  comparisons: z.array(BenchmarkComparison),
  differences: z.array(PromptDifference),
  /** The machine was busy with something else during more than one in ten of the counted samples. */
  isDirty: z.boolean(),
  problem: Problem.nullable(),
});
export type BenchmarkRun = z.infer<typeof BenchmarkRun>;

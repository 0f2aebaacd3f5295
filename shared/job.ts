import { z } from 'zod';
import { Artifact } from './artifact.ts';
import { Problem } from './engine.ts';
import { JobChanges } from './job-change.ts';

/** Every state a job can be in; the words are explained in the README's glossary. */
export const JobState = z.enum([
  'queued',
  'submitted',
  'running',
  'succeeded',
  'failed_retryable',
  'failed_terminal',
  'dead_letter',
  'held',
  'cancelled',
]);
export type JobState = z.infer<typeof JobState>;

/** `open`: the engine owns it. `collecting`: it is done there and its outputs are being stored here. */
export const AttemptState = z.enum(['open', 'collecting', 'succeeded', 'failed', 'lost', 'cancelled']);
export type AttemptState = z.infer<typeof AttemptState>;

export const Priority = z.enum(['interactive', 'normal', 'batch']);
export type Priority = z.infer<typeof Priority>;

/**
 * A parameter's value. Seeds, and integers beyond 2^53, travel as decimal text so that no digit is lost; the template's
 * parameter type tells which texts are numbers.
 */
export const Value = z.union([z.string(), z.number(), z.boolean()]);
export type Value = z.infer<typeof Value>;
export const Values = z.record(z.string(), Value);
export type Values = z.infer<typeof Values>;

/** Why a job or an attempt ended without success. `code` is a key of `i18n.errors`; `message` is its English text. */
export const JobError = z.object({
  code: z.string(),
  message: z.string(),
  /** Id of the graph's node at fault, where one is. */
  node: z.string().nullable(),
  /** Name of that node's input, or the key of the template's parameter. */
  input: z.string().nullable(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  said: Problem.shape.said,
});
export type JobError = z.infer<typeof JobError>;

export const Attempt = z.object({
  /** Lower-case UUID; sent to the engine as its `prompt_id`. */
  id: z.uuid(),
  engine: z.string(),
  /** The engine's launch it ran under: whose log tells of it. */
  launch: z.string().optional(),
  state: AttemptState,
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  error: JobError.nullable(),
});
export type Attempt = z.infer<typeof Attempt>;

export const Job = z.object({
  id: z.uuid(),
  /** The idempotency key as given, else null. */
  key: z.string().nullable(),
  template: z.string(),
  version: z.int().positive(),
  digest: z.string(),
  values: Values,
  /** Exact decimal text up to 2^64 - 1, null for a template without a seed. */
  seed: z.string().nullable(),
  state: JobState,
  priority: Priority,
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  /** For `failed_retryable`: when the next attempt may start. */
  retryAt: z.iso.datetime().nullable(),
  /** It was moved to the front: it runs before every priority. */
  isFront: z.boolean().optional(),
  /** The batch it was queued with, where it was one of many. */
  batch: z.uuid().optional(),
  /** What a remedy changed beside the values of the job that it was made from: each of its attempts was made with it. */
  changes: JobChanges.optional(),
  attempts: z.array(Attempt),
  artifacts: z.array(Artifact),
  error: JobError.nullable(),
});
export type Job = z.infer<typeof Job>;

/** One row of a job's history, as its timeline shows it. */
export const JobEvent = z.object({
  at: z.iso.datetime(),
  from: JobState.nullable(),
  to: JobState,
  /** A key of `i18n.reasons`. */
  reason: z.string(),
  attempt: z.uuid().nullable(),
});
export type JobEvent = z.infer<typeof JobEvent>;

const LinkedJob = z.object({ id: z.uuid(), state: JobState, createdAt: z.iso.datetime() });
/** Jobs that were made from one another by editing. */
export const JobLinks = z.object({
  /** The one it was made from; `state` null: that was removed since. */
  origin: z.object({ id: z.uuid(), state: JobState.nullable() }).nullable(),
  /** Those made from it, the oldest first. */
  edited: z.array(LinkedJob),
});
export type JobLinks = z.infer<typeof JobLinks>;

export const JobCounts = z.record(JobState, z.int().nonnegative());
export type JobCounts = z.infer<typeof JobCounts>;
/** No job in any state. */
export const noCounts: Readonly<JobCounts> = {
  queued: 0,
  submitted: 0,
  running: 0,
  succeeded: 0,
  failed_retryable: 0,
  failed_terminal: 0,
  dead_letter: 0,
  held: 0,
  cancelled: 0,
};

export const PauseOwner = z.enum(['person', 'recovery', 'benchmark', 'disk', 'update', 'trial']);
export type PauseOwner = z.infer<typeof PauseOwner>;
export const Pause = z.object({
  owner: PauseOwner,
  /** A person's own words, or Hearth's in English. */
  text: z.string(),
  since: z.iso.datetime(),
  /** Where Hearth wrote the text: the same as a key of `i18n.reasons`. */
  key: z.string().optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type Pause = z.infer<typeof Pause>;

/** What the running job does now. At most 10 a second per job; never stored. */
export const JobProgress = z.object({
  jobId: z.uuid(),
  attemptId: z.uuid(),
  engine: z.string(),
  /** 0 to 1, never falling within one attempt. */
  ratio: z.number().min(0).max(1),
  /** The sampler's own step, where one runs. */
  step: z.object({ value: z.number(), max: z.number() }).nullable(),
  node: z.object({ id: z.string(), class: z.string(), title: z.string() }).nullable(),
  elapsedMs: z.number().nonnegative(),
  remainingMs: z.number().nonnegative().nullable(),
  /** Relative URL of the newest live preview. */
  preview: z.string().nullable(),
});
export type JobProgress = z.infer<typeof JobProgress>;

/** States that no event changes by itself: what `submit --wait` waits for. */
export const settledStates: ReadonlySet<JobState> = new Set<JobState>([
  'succeeded',
  'failed_terminal',
  'dead_letter',
  'held',
  'cancelled',
]);
/** States from which a person can queue a job again. */
export const requeueableStates: ReadonlySet<JobState> = new Set<JobState>([
  'failed_terminal',
  'dead_letter',
  'held',
  'cancelled',
]);

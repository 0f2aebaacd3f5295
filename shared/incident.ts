import { z } from 'zod';
import { Problem } from './engine.ts';
import { JobChange } from './job-change.ts';
import { Trial } from './trial.ts';

/** What is known from outside about how a process ended: nobody asked it to stop, somebody did, alive but silent, the machine went down. */
export const Outcome = z.enum(['crashed', 'requested', 'hung', 'rebooted']);
export type Outcome = z.infer<typeof Outcome>;

/** Where a cause lies. */
export const CauseLayer = z.enum(['driver', 'torch', 'comfyui', 'custom-node', 'native', 'system', 'model', 'job', 'config']);
export type CauseLayer = z.infer<typeof CauseLayer>;

export const Confidence = z.enum(['high', 'medium', 'low']);
export type Confidence = z.infer<typeof Confidence>;

/** What the engine was doing. */
export const Stage = z.enum(['loading', 'text-encoding', 'sampling', 'decoding', 'saving']);
export type Stage = z.infer<typeof Stage>;

export const FlagPatch = z.object({
  op: z.enum(['add', 'remove', 'set']),
  flag: z.string().startsWith('--'),
  value: z.string().nullable(),
});
export type FlagPatch = z.infer<typeof FlagPatch>;

/**
 * A known change that may cure. `flag` and `env` are patches to a launch profile, `job` changes what is asked for, `person` are steps
 * by hand. What to do is `i18n.remedies[id]`, the cost `i18n.remedyCosts[cost]`, the proof `i18n.remedyProofs[verify]`.
 */
export const Remedy = z.object({
  id: z.string(),
  kind: z.enum(['flag', 'env', 'job', 'person']),
  flags: z.array(FlagPatch),
  env: z.record(z.string(), z.string()),
  cost: z.string(),
  verify: z.string(),
});
export type Remedy = z.infer<typeof Remedy>;

/**
 * What is known for certain where no cause is. `killed-from-outside`: a signal that no process sends itself, with memory to spare.
 * `no-engine-log`: nothing in the text was written by ComfyUI.
 */
const DiagnosisFact = z.enum(['killed-from-outside', 'no-engine-log']);

/** The claim about a failure. The words of a cause are `i18n.causes[cause]`. */
export const Diagnosis = z.object({
  /** A catalog id; `none` for a healthy log or a stop that was asked for; `unknown` when nothing fits. */
  cause: z.string(),
  confidence: Confidence,
  /** Whether anything failed; an advisory cause may be named although nothing did. */
  failed: z.boolean(),
  /** Physical lines that the claim relies on, 1-based, split at LF. For `unknown` the ones most worth reading. */
  lines: z.array(z.int().positive()),
  /** Class and message as printed. */
  exception: z.string().nullable(),
  /** Name of the deepest function that belongs to ComfyUI or a node pack. */
  frame: z.string().nullable(),
  /** Id of the node where the log tells it, else its class. */
  node: z.string().nullable(),
  nodeClass: z.string().nullable(),
  nodeTitle: z.string().nullable(),
  /** Folder of the node pack at fault. */
  pack: z.string().nullable(),
  stage: Stage.nullable(),
  /** Least invasive first. */
  remedies: z.array(Remedy),
  /** Other causes that fit too, in order. */
  alsoSeen: z.array(z.string()),
  /** Groups repeats; null when nothing failed. */
  signature: z.string().nullable(),
  /** Only with `unknown`: `i18n.incidents.certain[fact]`. */
  fact: DiagnosisFact.optional(),
});
export type Diagnosis = z.infer<typeof Diagnosis>;

/** How a remedy fared in this incident. `trying`: a trial runs. */
export const RemedyStatus = z.enum(['untried', 'trying', 'confirmed', 'rejected', 'undone']);
export type RemedyStatus = z.infer<typeof RemedyStatus>;

/** A remedy as one incident offers it, for the engine as it is now. */
export const OfferedRemedy = Remedy.extend({
  /** Whether it can be applied here and now. */
  isAvailable: z.boolean(),
  /** Why not: key of `i18n.errors`. */
  obstacle: Problem.nullable(),
  /** Changes known flags only, so it may be tried without asking where the settings allow that. */
  isAutomatic: z.boolean(),
  /** How to go back, `i18n.remedyUndos[undo]`. */
  undo: z.string(),
  status: RemedyStatus,
  /** Of kind `job`: what it changes in the job; empty: only a person can say what is right. */
  changes: z.array(JobChange).optional(),
});
export type OfferedRemedy = z.infer<typeof OfferedRemedy>;

/** `start`: the process ended before it was ready. `job`: a job failed, the process went on or had to be ended for it. */
export const IncidentKind = z.enum(['crash', 'hang', 'start', 'job']);
export type IncidentKind = z.infer<typeof IncidentKind>;

export const IncidentState = z.enum(['open', 'trial', 'resolved', 'dismissed']);
export type IncidentState = z.infer<typeof IncidentState>;

/** Something went wrong once, or again and again within minutes in the same way under the same job. */
export const Incident = z.object({
  id: z.uuid(),
  /** First and last time. */
  at: z.iso.datetime(),
  lastAt: z.iso.datetime(),
  /** How often; repeats within minutes are counted here, later ones are incidents of their own in the same group. */
  count: z.int().positive(),
  kind: IncidentKind,
  engine: z.string(),
  engineName: z.string(),
  launchId: z.string().nullable(),
  /** The job that died, and its attempt. */
  job: z.uuid().nullable(),
  attempt: z.uuid().nullable(),
  template: z.string().nullable(),
  state: IncidentState,
  /** How it was settled: a confirmed remedy's id, or null for a person's word. */
  resolvedBy: z.string().nullable(),
  settledAt: z.iso.datetime().nullable(),
  /** null: the log is still being read. */
  diagnosis: Diagnosis.nullable(),
  /** Groups repeats of all days; null only while the log is being read. */
  signature: z.string().nullable(),
  /** Least invasive first. */
  remedies: z.array(OfferedRemedy),
  /** Newest last. */
  trials: z.array(Trial),
  /** Remedies whose steps a person ticked as done. */
  doneSteps: z.array(z.string()).optional(),
});
export type Incident = z.infer<typeof Incident>;

/** What changed just before a kind of failure was first seen. */
export const SinceFact = z.object({
  what: z.enum(['comfyui', 'torch', 'python', 'device', 'driver', 'profile', 'flags', 'customNodes']),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Start of the launch that had it first. */
  at: z.iso.datetime(),
});
export type SinceFact = z.infer<typeof SinceFact>;

/** A day in the reader's time zone, `2026-11-30`. */
export const DayCount = z.object({ day: z.iso.date(), count: z.int().nonnegative() });
export type DayCount = z.infer<typeof DayCount>;

/** All incidents with one signature. */
export const IncidentGroup = z.object({
  signature: z.string(),
  cause: z.string(),
  confidence: Confidence,
  exception: z.string().nullable(),
  frame: z.string().nullable(),
  nodeClass: z.string().nullable(),
  engines: z.array(z.string()),
  /** Occurrences of all time, and incidents that nobody settled. */
  total: z.int().positive(),
  open: z.int().nonnegative(),
  firstAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
  /** Newest incident of the group. */
  newest: z.uuid(),
  state: IncidentState,
  /** Days with occurrences within the asked time, oldest first. */
  days: z.array(DayCount),
  since: z.array(SinceFact),
  /** Remedy that was confirmed last. */
  confirmed: z.string().nullable(),
});
export type IncidentGroup = z.infer<typeof IncidentGroup>;

export const IncidentFilter = z.object({
  states: z.array(IncidentState).optional(),
  kinds: z.array(IncidentKind).optional(),
  signature: z.string().optional(),
  cause: z.string().optional(),
  engine: z.string().optional(),
  job: z.string().optional(),
  /** First occurrence not before, and before. */
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
});
export type IncidentFilter = z.infer<typeof IncidentFilter>;

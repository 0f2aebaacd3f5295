import { z } from 'zod';

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

const FlagPatch = z.object({
  op: z.enum(['add', 'remove', 'set']),
  flag: z.string().startsWith('--'),
  value: z.string().nullable(),
});

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
});
export type Diagnosis = z.infer<typeof Diagnosis>;

import { z } from 'zod';
import { FlagSetting, Problem } from './engine.ts';
import { JobChange } from './job-change.ts';

/** `interrupted`: Hearth ended in the middle; what was applied was taken back. */
export const TrialState = z.enum(['running', 'confirmed', 'rejected', 'undone', 'interrupted']);
export type TrialState = z.infer<typeof TrialState>;

/** One thing that happened in a trial, in order. */
export const TrialStep = z.object({
  at: z.iso.datetime(),
  /** `proved`, `unproved`: whether the boot said that the change took. `warned`: it worked, and something is odd. */
  what: z.enum([
    'applied',
    'starting',
    'started',
    'proved',
    'unproved',
    'jobQueued',
    'jobRunning',
    'jobSucceeded',
    'jobFailed',
    'died',
    'warned',
    'kept',
    'rolledBack',
    // It could not be taken back; that is tried again, at the latest at the next start of Hearth.
    'stuck',
    'undone',
    'interrupted',
  ]),
  /** What there is to say about it: key of `i18n.errors`. */
  detail: Problem.nullable(),
});
export type TrialStep = z.infer<typeof TrialStep>;

/** A remedy that was tried, or is being tried. */
export const Trial = z.object({
  id: z.uuid(),
  incident: z.uuid(),
  engine: z.string(),
  /** Catalog id. */
  remedy: z.string(),
  state: TrialState,
  /** Whether a rule applied it, without a person. */
  isAutomatic: z.boolean(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** The launch that proved it. */
  launchId: z.string().nullable(),
  /** The job that it was proved with; null: a start that passes is proof enough. */
  job: z.uuid().nullable(),
  /** Profile that it changed, with its flags before and after. */
  profile: z.string().nullable(),
  flagsBefore: z.array(FlagSetting),
  flagsAfter: z.array(FlagSetting),
  /** What it changed in the job. */
  changes: z.array(JobChange).optional(),
  /** Whether it can be undone now. */
  canUndo: z.boolean(),
  steps: z.array(TrialStep),
});
export type Trial = z.infer<typeof Trial>;

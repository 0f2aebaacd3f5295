import { z } from 'zod';
import { LogLine } from './engine.ts';
import { AttemptState } from './job.ts';

/** Which lines of a launch's log are wanted. Every part narrows. */
export const LogFilter = z.object({
  /** Warnings and worse, or errors and worse. */
  level: z.enum(['all', 'warnings', 'errors']).default('all'),
  /** In any case, colours left out. */
  text: z.string().max(1_000).default(''),
  /** `text` is a regular expression of JavaScript. */
  isPattern: z.boolean().default(false),
  /** What was written while this attempt ran. */
  attempt: z.string().optional(),
});
export type LogFilter = z.infer<typeof LogFilter>;

/** A stretch of the lines that a filter leaves. */
export const LogView = z.object({
  launchId: z.string().nullable(),
  /** Another number: the log was cut or replaced, and what was read before stands elsewhere now. */
  stamp: z.int(),
  /** How many lines the filter leaves, and how many the log holds. */
  matches: z.int().nonnegative(),
  total: z.int().nonnegative(),
  /** Place of the first of `lines` among the matches, from 0. */
  first: z.int().nonnegative(),
  lines: z.array(LogLine),
});
export type LogView = z.infer<typeof LogView>;

/** A job that ran under a launch. */
export const LogJob = z.object({
  attempt: z.string(),
  job: z.string(),
  state: AttemptState,
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});
export type LogJob = z.infer<typeof LogJob>;

import { z } from 'zod';
import { BootFacts, EngineState, ExitReport } from './engine.ts';

/** One start of an engine. */
export const Launch = z.object({
  id: z.string(),
  startedAt: z.iso.datetime(),
  readyAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  /** null: it runs. */
  outcome: ExitReport.shape.end.nullable(),
  pid: z.int().nullable(),
  profile: z.string(),
  /** Program and all words. */
  command: z.array(z.string()),
  /** null: the log was deleted since. */
  logBytes: z.int().nonnegative().nullable(),
});
export type Launch = z.infer<typeof Launch>;

/** An exit report without what makes it long. */
export const ExitSummary = ExitReport.omit({ bootFacts: true });
export type ExitSummary = z.infer<typeof ExitSummary>;

/** One step of an engine from a state to the next. */
export const EngineStep = z.object({
  at: z.iso.datetime(),
  from: EngineState,
  to: EngineState,
  /** One word of the state machine. */
  reason: z.string(),
  launchId: z.string().nullable(),
  pid: z.int().nullable(),
  exit: ExitSummary.nullable(),
});
export type EngineStep = z.infer<typeof EngineStep>;

/** What the boot log says now, and what it said at the start before. */
export const FactsPage = z.object({
  facts: BootFacts,
  previous: z.object({ startedAt: z.iso.datetime(), facts: BootFacts }).nullable(),
});
export type FactsPage = z.infer<typeof FactsPage>;

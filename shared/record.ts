import { z } from 'zod';
import { EngineKind } from './engine.ts';
import { AttemptState, Values } from './job.ts';
import { JobChanges } from './job-change.ts';

/** A program or node pack with what tells its exact state; null where nothing says it. */
const Part = z.object({ version: z.string().nullable(), commit: z.string().nullable() });

/** What an engine was while one launch of it ran. */
export const LaunchFacts = z.object({
  kind: EngineKind,
  comfyui: Part,
  /** null: nobody could look, as with an engine on another machine. */
  customNodes: z.array(Part.extend({ name: z.string() })).nullable(),
  python: z.string().nullable(),
  torch: z.string().nullable(),
  /** The device it computed on, as torch calls it. */
  gpu: z.string().nullable(),
  driver: z.string().nullable(),
  /** System and its release. */
  system: z.string().nullable(),
  /** Words after the program's own file; null: not known. */
  arguments: z.array(z.string()).nullable(),
});
export type LaunchFacts = z.infer<typeof LaunchFacts>;

/** Everything needed to make the outputs of one attempt again, and what it cost. */
export const Record = z.object({
  attempt: z.uuid(),
  job: z.uuid(),
  engine: z.string(),
  launch: z.string(),
  state: AttemptState,
  template: z.object({ id: z.string(), version: z.int(), digest: z.string() }),
  /** SHA-256, in hex, of the rendered graph's canonical JSON without the attempt's own id; null: it ended before an engine took it. */
  graph: z.string().nullable(),
  /** As they were rendered. */
  values: Values,
  /** What a remedy changed in the template's graph for this job; null: nothing. */
  changes: JobChanges.nullable(),
  /** Exact decimal text. */
  seed: z.string().nullable(),
  startedAt: z.iso.datetime(),
  submittedAt: z.iso.datetime().nullable(),
  runningAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  /** Highest readings of the whole machine while it ran; null where there was none. */
  peak: z.object({ ramBytes: z.number().nullable(), vramBytes: z.number().nullable() }),
  facts: LaunchFacts.nullable(),
});
export type Record = z.infer<typeof Record>;

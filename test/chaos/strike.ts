import { z } from 'zod';

/** Moments of the host's work at which something can be made to go wrong. */
export const Moment = z.enum([
  /** The host accepts requests; nothing is taken up yet. */
  'listening',
  /** The engine is about to be asked whether it is there. */
  'probe',
  /** An engine's lane came up: what was open there is taken over, and its nodes are about to be asked for. */
  'lane',
  /** The attempt is claimed and committed; its prompt is about to leave. */
  'handover',
  /** The engine answered the prompt; nothing of that is written. */
  'accepted',
  /** History answered; the outcome is not written. */
  'outcome',
  /** A picture is about to be created, written, brought to disk, given its name. */
  'create',
  'write',
  'finish',
  'rename',
  /** It has its name; its row is not written. */
  'named',
]);
export type Moment = z.infer<typeof Moment>;

/** Moments that come with every job. */
export const jobMoments: readonly Moment[] = ['handover', 'accepted', 'outcome', 'create', 'write', 'finish', 'rename', 'named'];

/** Moments at which a write can meet a full disk. */
export const writeMoments = ['create', 'write', 'finish', 'rename'] as const satisfies Moment[];

/** One thing that goes wrong, once. */
export const Strike = z.object({
  act: z.enum(['killHost', 'killEngine', 'freezeEngine', 'cutSockets', 'delaySockets', 'fillDisk']),
  moment: Moment,
  /** So many times the moment passes first: the strike's place by progress of the work. */
  passes: z.int().nonnegative(),
  /** Time from the moment on, in ms. */
  delayMs: z.int().nonnegative(),
  /** How long a frozen engine or a delayed socket stays so, in ms. */
  holdMs: z.int().nonnegative(),
});
export type Strike = z.infer<typeof Strike>;

/** To the host's process: what goes wrong next (null: nothing), or that it shall be now. */
export const Order = z.discriminatedUnion('type', [
  z.object({ type: z.literal('arm'), strike: Strike.nullable() }),
  z.object({ type: z.literal('now') }),
]);
export type Order = z.infer<typeof Order>;

/** From the host's process: it was done. A killed host says nothing. */
export const Struck = z.object({
  type: z.literal('struck'),
  engine: z.object({ pid: z.int(), startTime: z.string() }).nullable(),
});
export type Struck = z.infer<typeof Struck>;

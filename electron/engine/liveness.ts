import type { Settings } from '../../shared/settings.ts';

export type LivenessLimits = Pick<Settings, 'lateAfterMs' | 'unresponsiveAfterMs' | 'unresponsiveGraceMs'>;

/** How long an engine has been quiet, and when that was looked at last (monotonic ms). */
export interface Quiet {
  silentMs: number;
  lookedAt: number;
}

export type Verdict = 'alive' | 'late' | 'unresponsive' | 'hung';

/** Anything that shows the process at work. */
export interface Signs {
  /** It answered over HTTP since the last look. */
  answered: boolean;
  /** A socket message arrived. */
  spoke: boolean;
  /** Its log grew. */
  wrote: boolean;
  /** Share of one core that its process tree used; null = unknown. */
  cpuShare: number | null;
  /** Bytes its process tree read from disk; null = unknown. */
  diskReadBytes: number | null;
  /** Share of a graphics card that its process tree used, 0 to 100; null = unknown. */
  gpuPercent: number | null;
}

/** Below this the tree only idles: a server that waits for a request uses less. */
const busyCpuShare = 0.05;

/** Nobody looked for longer than this: the machine slept or this process was held up, which says nothing about the engine. */
const maxLookGapMs = 5_000;

/** Whether any of the signs shows work. Pure. */
export const isAlive = ({ answered, spoke, wrote, ...work }: Signs): boolean => answered || spoke || wrote || isAtWork(work);

/** Whether a process tree does anything, whoever it answers. Pure. */
export const isAtWork = ({
  cpuShare,
  diskReadBytes,
  gpuPercent,
}: Pick<Signs, 'cpuShare' | 'diskReadBytes' | 'gpuPercent'>): boolean =>
  (cpuShare ?? 0) > busyCpuShare || (diskReadBytes ?? 0) > 0 || (gpuPercent ?? 0) > 0;

/** The start of an observation at `now` (monotonic ms). */
export const beginQuiet = (now: number): Quiet => ({ silentMs: 0, lookedAt: now });

/**
 * One look at the engine. Silence is added up between looks rather than taken from two clock readings, so that a gap (sleep, a
 * jump of the clock, this process held up) can add at most `maxLookGapMs`. Look at least that often. Pure.
 */
export const look = (quiet: Quiet, now: number, hasSign: boolean): Quiet => ({
  silentMs: hasSign ? 0 : quiet.silentMs + Math.max(0, Math.min(now - quiet.lookedAt, maxLookGapMs)),
  lookedAt: now,
});

/** What that much silence means. Pure. */
export const judge = ({ silentMs }: Quiet, limits: LivenessLimits): Verdict => {
  if (silentMs >= limits.unresponsiveAfterMs + limits.unresponsiveGraceMs) return 'hung';
  if (silentMs >= limits.unresponsiveAfterMs) return 'unresponsive';
  if (silentMs >= limits.lateAfterMs) return 'late';
  return 'alive';
};

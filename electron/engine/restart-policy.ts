import type { Settings } from '../../shared/settings.ts';

export type RestartLimits = Pick<Settings, 'crashBudget' | 'crashWindowMs' | 'restartBaseMs' | 'restartMaxMs'>;

export type RestartDecision = { kind: 'restart'; delayMs: number } | { kind: 'giveUp' };

/** Clocks are set back now and then: deaths from a future beyond this are from before that, and do not count. */
const clockSlackMs = 60_000;
const minuteMs = 60_000;
const failedRetriesMs = [10 * minuteMs, 30 * minuteMs, 60 * minuteMs] as const;

/**
 * What follows a death. The first restart after a calm window is immediate, later ones back off from `restartBaseMs`, doubling to
 * `restartMaxMs`; one death more than the budget within the window ends it. Pure.
 *
 * @param deaths wall times (ms since the epoch) of deaths that count, this one included
 * @param jitter 0 to 1, drawn by the caller; the delay varies by a quarter either way, never above `restartMaxMs`
 */
export const decideRestart = (
  deaths: readonly number[],
  now: number,
  jitter: number,
  { crashBudget, crashWindowMs, restartBaseMs, restartMaxMs }: RestartLimits,
): RestartDecision => {
  const recent = deaths.filter((at) => now - at < crashWindowMs && at - now < clockSlackMs).length;
  if (recent > crashBudget) return { kind: 'giveUp' };
  if (recent <= 1) return { kind: 'restart', delayMs: 0 };
  // Above 2^30 the doubling says nothing any more, and far above it would be Infinity times zero.
  const doubled = restartBaseMs * 2 ** Math.min(recent - 2, 30);
  return { kind: 'restart', delayMs: Math.min(restartMaxMs, Math.round(doubled * (0.75 + jitter / 2))) };
};

/** How long a failed engine with work waiting rests before it is tried again by itself; `retries` so far. Pure. */
export const failedRestMs = (retries: number): number => failedRetriesMs[retries] ?? 60 * minuteMs;

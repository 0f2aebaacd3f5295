import type { AttemptState, JobError, JobState } from '../../shared/job.ts';
import type { Settings } from '../../shared/settings.ts';

/**
 * Every way an attempt can end without success.
 *
 * counts: `nothing`: the job is not at fault and its limits are untouched; `try`: one of its attempts is used up; `death`: that,
 * and the engine died under it; `fault`: that, and nobody knows why.
 */
const rules = {
  /** The process went away by itself, or silent. */
  engineDied: { attempt: 'lost', counts: 'death', next: 'retry' },
  /** The GPU context is dead: every later job in that process would fail. */
  gpuBroken: { attempt: 'failed', counts: 'death', next: 'retry' },
  /** It answers, and runs nothing. */
  workerDead: { attempt: 'lost', counts: 'death', next: 'retry' },
  /** No progress for too long, or too long in all; the interrupt took. */
  stalled: { attempt: 'failed', counts: 'try', next: 'retry' },
  /** The same, and only killing the engine ended it. */
  stalledForGood: { attempt: 'failed', counts: 'death', next: 'retry' },
  /** Somebody stopped or restarted the engine, or the machine went down. */
  engineStopped: { attempt: 'lost', counts: 'nothing', next: 'requeue' },
  /** Hearth died, and the engine it left knows nothing of the attempt. */
  hostDied: { attempt: 'lost', counts: 'nothing', next: 'requeue' },
  /** Handed over without an answer; history and queue both say that it never arrived. */
  unanswered: { attempt: 'lost', counts: 'try', next: 'retry' },
  /** The engine had accepted it and no longer knows it. */
  vanished: { attempt: 'lost', counts: 'try', next: 'retry' },
  /** An answer that nobody understands. */
  answerBroken: { attempt: 'failed', counts: 'fault', next: 'retry-once' },
  /** The engine's validation, or ours, found the fault before anything ran. */
  refused: { attempt: 'failed', counts: 'try', next: 'terminal' },
  /** It ran to its end and a declared output is not there. */
  outputMissing: { attempt: 'failed', counts: 'try', next: 'terminal' },
  /** A file that history listed is gone or broken. */
  fileMissing: { attempt: 'failed', counts: 'try', next: 'retry' },
  /** A node could not write: there was no room on the engine's disk. */
  noRoom: { attempt: 'failed', counts: 'try', next: 'retry' },
  outOfMemory: { attempt: 'failed', counts: 'try', next: 'terminal' },
  /** A node failed in a way that this input will always make it fail. */
  badInput: { attempt: 'failed', counts: 'try', next: 'terminal' },
  /** A node failed, and nobody knows whether it would again. */
  nodeFailed: { attempt: 'failed', counts: 'fault', next: 'retry-once' },
  /** Interrupted in the engine's own page. Once can be meant for another prompt; twice is meant. */
  interruptedElsewhere: { attempt: 'cancelled', counts: 'fault', next: 'retry-once-or-cancel' },
  /** A person cancelled it here, and the engine confirmed. */
  cancelled: { attempt: 'cancelled', counts: 'nothing', next: 'cancel' },
} as const satisfies Record<string, { attempt: AttemptState; counts: 'nothing' | 'try' | 'death' | 'fault'; next: string }>;

export type EndingKind = keyof typeof rules;
export interface Ending {
  kind: EndingKind;
  error: JobError | null;
}

/** What the limits know of a job since a person queued it last. */
export interface Tally {
  tries: number;
  deaths: number;
  faults: number;
}

export interface Verdict {
  attempt: AttemptState;
  job: JobState;
  tally: Tally;
  /** For `failed_retryable`, in ms from now. */
  retryInMs: number | null;
  /** A key of `i18n.reasons`. */
  reason: EndingReason;
  error: JobError | null;
}
type EndingReason = EndingKind | 'attemptsUsedUp' | 'killsEngine';

type Limits = Pick<Settings, 'maxAttempts' | 'deathsToHold' | 'retryBaseMs' | 'retryMaxMs'>;

/**
 * What becomes of a job whose attempt ended like this. Pure; `random` is in [0, 1). A person's wish to cancel wins over
 * everything else: nothing is run again that nobody wants.
 */
export const judge = (ending: Ending, before: Tally, isCancelWanted: boolean, limits: Limits, random: number): Verdict => {
  const rule = rules[ending.kind];
  if (isCancelWanted)
    return { attempt: 'cancelled', job: 'cancelled', tally: before, retryInMs: null, reason: 'cancelled', error: null };
  const tally: Tally = {
    tries: before.tries + (rule.counts === 'nothing' ? 0 : 1),
    deaths: before.deaths + (rule.counts === 'death' ? 1 : 0),
    faults: before.faults + (rule.counts === 'fault' ? 1 : 0),
  };
  const end = (job: JobState, reason: EndingReason, retryInMs: number | null = null): Verdict => ({
    attempt: rule.attempt,
    job,
    tally,
    retryInMs,
    reason,
    error: ending.error,
  });
  if (rule.next === 'requeue') return end('queued', ending.kind);
  if (rule.next === 'cancel') return end('cancelled', ending.kind);
  if (rule.next === 'terminal') return end('failed_terminal', ending.kind);
  if (rule.counts === 'death' && tally.deaths >= limits.deathsToHold) return end('held', 'killsEngine');
  if (rule.next === 'retry-once' && tally.faults > 1) return end('failed_terminal', ending.kind);
  if (rule.next === 'retry-once-or-cancel' && tally.faults > 1) return end('cancelled', ending.kind);
  if (tally.tries >= limits.maxAttempts) return end('dead_letter', 'attemptsUsedUp');
  return end('failed_retryable', ending.kind, backOffMs(tally.tries, limits, random));
};

/** Doubles from the base with each try up to the maximum; half of it by chance, so that jobs that failed together spread. Pure. */
export const backOffMs = (tries: number, { retryBaseMs, retryMaxMs }: Limits, random: number): number => {
  const whole = Math.min(retryBaseMs * 2 ** Math.min(tries - 1, 30), retryMaxMs);
  return Math.round(whole / 2 + (whole / 2) * random);
};

/** Endings that say something about jobs and inputs rather than one engine's luck: a row of them pauses the queue. Pure. */
export const isAboutInput = (kind: EndingKind): boolean =>
  isTerminal(kind) || rules[kind].counts === 'fault' || kind === 'gpuBroken';

/** Whether the same would happen again, so that what was made until then is all there will be. Pure. */
export const isTerminal = (kind: EndingKind): boolean => rules[kind].next === 'terminal';

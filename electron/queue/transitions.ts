import type { JobState } from '../../shared/job.ts';

/**
 * What may follow what. `queued` holds from enqueue to the engine's 200, also while an attempt is open; a job stays `running`
 * while its outputs are collected. Back to `queued` from `submitted` and `running`: the attempt ended through no fault that
 * counts (Hearth died, a requested stop). From the settled states only a person leads back (from `cancelled` to where it waited before), or the trial of a remedy, which puts a job
 * that it did not run back where it was.
 */
const next: Record<JobState, readonly JobState[]> = {
  queued: ['submitted', 'failed_retryable', 'failed_terminal', 'dead_letter', 'held', 'cancelled'],
  submitted: ['running', 'queued', 'failed_retryable', 'failed_terminal', 'dead_letter', 'held', 'cancelled'],
  running: ['succeeded', 'queued', 'failed_retryable', 'failed_terminal', 'dead_letter', 'held', 'cancelled'],
  failed_retryable: ['queued', 'cancelled', 'failed_terminal'],
  failed_terminal: ['queued'],
  dead_letter: ['queued'],
  held: ['queued', 'cancelled'],
  cancelled: ['queued', 'failed_retryable', 'held'],
  succeeded: [],
};

/** Whether a job in `from` may go to `to`. Pure. */
export const isLegal = (from: JobState, to: JobState): boolean => next[from].includes(to);

import type { Job } from '../../shared/job.ts';
import type { HearthState } from './hearth.ts';
import { isWorking } from './patch.ts';

/** Ids of the jobs that engines have in hand, joined: a text compares by value, so that selectors stay quiet. */
export const workingIds = (state: HearthState): string =>
  state.openJobOrder
    .filter((id) => {
      const job = state.openJobs[id];
      return job !== undefined && isWorking(job);
    })
    .join(' ');

/** Engine that has the job in hand; null where none has. Pure. */
const engineOf = (job: Job): string | null => {
  const attempt = job.attempts.at(-1);
  return attempt && (attempt.state === 'open' || attempt.state === 'collecting') ? attempt.engine : null;
};

/** Whether some job is in this engine's hands. */
export const isEngineWorking =
  (engine: string) =>
  (state: HearthState): boolean =>
    Object.values(state.openJobs).some((job) => isWorking(job) && engineOf(job) === engine);

/** How many jobs wait: queued ones and those that wait for their next attempt. */
export const waitingCount = (state: HearthState): number => state.counts.queued + state.counts.failed_retryable;
/** How many jobs need a person's decision. */
export const needsYouCount = (state: HearthState): number => state.counts.dead_letter + state.counts.held;

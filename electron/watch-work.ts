import type { JobCounts, JobState } from '../shared/job.ts';
import type { EventHub } from '../shared/rpc.ts';
import { isEvent } from './lib/is-event.ts';

/** What a desktop shows of the work without anybody looking. */
export interface WorkSigns {
  /** 0 to 1 while a job runs; null when none does. */
  progress(ratio: number | null): void;
  /** Whether anything waits or runs: the machine should not fall asleep then. */
  busy(isBusy: boolean): void;
  /** Everything that was queued is over; how many jobs succeeded and how many did not since the work began. */
  finished(outcome: { succeeded: number; others: number }): void;
}

const openStates: readonly JobState[] = ['queued', 'submitted', 'running', 'failed_retryable'];
const unhappyStates: readonly JobState[] = ['failed_terminal', 'dead_letter', 'held'];

const sum = (counts: JobCounts, states: readonly JobState[]): number => states.reduce((total, state) => total + counts[state], 0);

/** Jobs that wait or run. Pure. */
export const openJobs = (counts: JobCounts): number => sum(counts, openStates);

/** Follows the work by events and shows it. Returns the way to stop. */
export function watchWork(hub: EventHub, first: JobCounts, signs: WorkSigns): () => void {
  let isBusy = false;
  let before = first;
  const counted = (counts: JobCounts): void => {
    const isBusyNow = openJobs(counts) > 0;
    if (isBusyNow && !isBusy) before = counts;
    if (counts.running === 0) signs.progress(null);
    if (isBusyNow !== isBusy) signs.busy(isBusyNow);
    const succeeded = counts.succeeded - before.succeeded;
    const others = sum(counts, unhappyStates) - sum(before, unhappyStates);
    if (isBusy && !isBusyNow && succeeded + others > 0) signs.finished({ succeeded, others });
    isBusy = isBusyNow;
  };
  counted(first);
  return hub.attach((message) => {
    if (isEvent(message, 'queue.changed')) counted(message.payload.counts);
    else if (isEvent(message, 'job.progress')) signs.progress(message.payload.ratio);
  });
}

import type { Batch } from '../../../shared/batch.ts';
import type { JobState } from '../../../shared/job.ts';
import { api } from '../../api.ts';
import { i18n } from '../../i18n/i18n.ts';
import { attempt, showDone } from '../../ui/toasts.tsx';
import { tellCancelled } from './job-acts.ts';

const cancellable: readonly JobState[] = ['queued', 'submitted', 'running', 'failed_retryable', 'held'];
const requeueable: readonly JobState[] = ['failed_terminal', 'dead_letter', 'held', 'cancelled'];
const sum = ({ counts }: Batch, states: readonly JobState[]): number => states.reduce((all, state) => all + counts[state], 0);

export const canCancelBatch = (batch: Batch): boolean => sum(batch, cancellable) > 0;
export const canRequeueBatch = (batch: Batch): boolean => sum(batch, requeueable) > 0;

/** Cancels everything of a batch that has not ended; what only waited can be brought back. */
export async function cancelBatch({ id }: Batch): Promise<void> {
  const done = await attempt(api.call('jobs.cancelAll', { filter: { batch: id } }));
  if (done) tellCancelled(done.changed, done.undo === null ? [] : [done.undo]);
}

/** Queues again everything of a batch that failed, is held or was cancelled. */
export async function requeueBatch({ id }: Batch): Promise<void> {
  const done = await attempt(api.call('jobs.requeueAll', { filter: { batch: id } }));
  if (done) showDone(i18n.t('queue.requeued', { count: done.changed }));
}

import { type Job, requeueableStates, settledStates } from '../../../shared/job.ts';
import { api } from '../../api.ts';
import { i18n } from '../../i18n/i18n.ts';
import { hearthStore } from '../../store/hearth.ts';
import { openInForm } from '../../store/open-in-form.ts';
import { attempt, showDone, showUndo } from '../../ui/toasts.tsx';
import { groupFilter, orderOf, type QueueFilter } from './job-groups.ts';

/** Few enough for one transaction that nobody has to wait for. */
const chunk = 500;

export const canCancel = (job: Job): boolean => !settledStates.has(job.state);
export const canRequeue = (job: Job): boolean => requeueableStates.has(job.state);

async function changeAll(name: 'jobs.cancel' | 'jobs.requeue', ids: readonly string[]): Promise<string[]> {
  const changed: string[] = [];
  for (let from = 0; from < ids.length; from += chunk) {
    const answer = await api.call(name, { ids: ids.slice(from, from + chunk) });
    changed.push(...answer.jobs.map(({ id }) => id));
  }
  return changed;
}

/** Cancels jobs and offers to queue them again; those that ended meanwhile stay as they are. */
export async function cancelJobs(ids: readonly string[]): Promise<void> {
  const changed = await attempt(changeAll('jobs.cancel', ids));
  if (!changed) return;
  if (changed.length === 0) {
    showDone(i18n.t('queue.nothingToCancel'));
    return;
  }
  showUndo(
    i18n.t('queue.cancelled', { count: changed.length }),
    () => void attempt(changeAll('jobs.requeue', changed)),
    i18n.t('queue.requeue'),
  );
}

export async function requeueJobs(ids: readonly string[]): Promise<void> {
  const changed = await attempt(changeAll('jobs.requeue', ids));
  if (changed) showDone(i18n.t('queue.requeued', { count: changed.length }));
}

/** Cancels every waiting job that the filter lets through, also those beyond the pages on screen. */
export async function cancelAllWaiting(filter: QueueFilter): Promise<void> {
  const wanted = groupFilter('waiting', filter);
  if (!wanted) return;
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { jobs: Job[]; next: string | null } | undefined = await attempt(
      api.call('jobs.list', { filter: wanted, order: orderOf('waiting'), limit: 1_000, ...(cursor === null ? {} : { cursor }) }),
    );
    if (!page) return;
    ids.push(...page.jobs.map(({ id }) => id));
    cursor = page.next;
  } while (cursor !== null);
  if (ids.length > 0) await cancelJobs(ids);
}

/** Opens the form with a job's values, so that a person can change them and queue the job anew. */
export function editJob(job: Job): void {
  const template = hearthStore.getState().templates[job.template];
  if (!template) {
    showDone(i18n.t('queue.templateGone', { template: job.template }));
    return;
  }
  if (template.version !== job.version) showDone(i18n.t('queue.otherVersion', { from: job.version, to: template.version }));
  openInForm(template, job.values, job.seed);
}

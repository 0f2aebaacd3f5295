import { type Job, type JobState, type Priority, requeueableStates, settledStates } from '../../../shared/job.ts';
import type { Input } from '../../../shared/rpc.ts';
import { api } from '../../api.ts';
import { i18n } from '../../i18n/i18n.ts';
import { hearthStore } from '../../store/hearth.ts';
import { openInForm } from '../../store/open-in-form.ts';
import { whenConnected } from '../../store/when-connected.ts';
import { attempt, showDone, showError, showUndo } from '../../ui/toasts.tsx';
import { type GroupName, groupFilter, groupStates, type QueueFilter } from './job-groups.ts';

/** So many ids go in one call. */
const chunk = 500;
const movableStates: ReadonlySet<JobState> = new Set<JobState>(['queued', 'failed_retryable']);

export const canCancel = (job: Job): boolean => !settledStates.has(job.state) || job.state === 'held';
export const canRequeue = (job: Job): boolean => requeueableStates.has(job.state);
export const canMove = (job: Job): boolean => movableStates.has(job.state);

async function changeAll(
  name: 'jobs.cancel' | 'jobs.requeue',
  ids: readonly string[],
): Promise<{ changed: string[]; undos: string[] }> {
  const all = { changed: [] as string[], undos: [] as string[] };
  for (let from = 0; from < ids.length; from += chunk) {
    const { jobs, undo } = await api.call(name, { ids: ids.slice(from, from + chunk) });
    all.changed.push(...jobs.map(({ id }) => id));
    if (undo) all.undos.push(undo);
  }
  return all;
}

/** Tells what was cancelled and offers, for ten seconds, to bring back what had only waited, else to queue it again. */
export function tellCancelled(changed: number, undos: readonly string[], ids: readonly string[] = []): void {
  const said = i18n.t('queue.cancelled', { count: changed });
  if (changed === 0) showDone(i18n.t('queue.nothingToCancel'));
  else if (undos.length > 0) showUndo(said, () => void attempt(restore(undos)));
  else if (ids.length > 0) showUndo(said, () => void attempt(changeAll('jobs.requeue', ids)), i18n.t('queue.requeue'));
  else showDone(said);
}
async function restore(undos: readonly string[]): Promise<void> {
  let count = 0;
  // The host keeps what was cancelled over its own end: while it is away, undo waits for it.
  await whenConnected();
  let fault: unknown = null;
  // Of many ids each part has its own: one that has to wait for room keeps none of the others from coming back.
  for (const undo of undos)
    try {
      count += (await api.call('jobs.restore', { undo })).changed;
    } catch (error) {
      fault ??= error;
    }
  if (fault === null || count > 0) showDone(i18n.t('queue.restored', { count }));
  if (fault !== null) throw fault;
}

/** Cancels jobs; those that ended meanwhile stay as they are. */
export async function cancelJobs(ids: readonly string[]): Promise<void> {
  const done = await attempt(changeAll('jobs.cancel', ids));
  if (done) tellCancelled(done.changed.length, done.undos, done.changed);
}

export async function requeueJobs(ids: readonly string[]): Promise<void> {
  const done = await attempt(changeAll('jobs.requeue', ids));
  if (done) showDone(i18n.t('queue.requeued', { count: done.changed.length }));
}

/** Cancels everything of a group that the filter lets through, also what is on no page here. */
export async function cancelGroup(group: GroupName, filter: QueueFilter): Promise<void> {
  const wanted = groupFilter(group, filter);
  const done = wanted && (await attempt(api.call('jobs.cancelAll', { filter: wanted })));
  if (done) tellCancelled(done.changed, done.undo === null ? [] : [done.undo]);
}

/** Cancels everything that waits, alone or in a batch. */
export async function cancelWaiting(): Promise<void> {
  const done = await attempt(api.call('jobs.cancelAll', { filter: { states: [...groupStates.waiting] } }));
  if (done) tellCancelled(done.changed, done.undo === null ? [] : [done.undo]);
}

export async function requeueGroup(group: GroupName, filter: QueueFilter): Promise<void> {
  const wanted = groupFilter(group, filter);
  const done = wanted && (await attempt(api.call('jobs.requeueAll', { filter: wanted })));
  if (done) showDone(i18n.t('queue.requeued', { count: done.changed }));
}

const chunksOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / chunk) }, (_, at) => ids.slice(at * chunk, (at + 1) * chunk));

/** Puts waiting jobs elsewhere in the order; what no longer waits is named. */
export async function moveJobs(ids: readonly string[], to: Input<'jobs.move'>['to']): Promise<void> {
  const parts = chunksOf(ids);
  // Each part goes right beside the target: behind it, or to the front, what is to come first goes last.
  const inTurn = to.at === 'before' ? parts : parts.toReversed();
  let named = false;
  for (const part of inTurn) {
    const done = await attempt(api.call('jobs.move', { ids: part, to }));
    if (!done) return;
    const [refused] = done.refused;
    if (refused && !named) showError(refused);
    named ||= refused !== undefined;
  }
}

export async function setPriority(ids: readonly string[], priority: Priority): Promise<void> {
  let count = 0;
  for (const part of chunksOf(ids)) {
    const done = await attempt(api.call('jobs.setPriority', { ids: part, priority }));
    if (!done) break;
    count += done.jobs.length;
  }
  if (count > 0) showDone(i18n.t('queue.prioritised', { count }));
}

/** Opens the form with a job's values, so that a person can change them and queue the job anew; both then lead to each other. */
export function editJob(job: Job): void {
  const template = hearthStore.getState().templates[job.template];
  if (!template) {
    showDone(i18n.t('queue.templateGone', { template: job.template }));
    return;
  }
  if (template.version !== job.version) showDone(i18n.t('queue.otherVersion', { from: job.version, to: template.version }));
  openInForm(template, job.values, job.seed, job);
}

import { AppError } from '../../../shared/app-error.ts';
import type { Job } from '../../../shared/job.ts';
import { queueFileOf, queueFileParts, readQueueFile } from '../../../shared/queue-file.ts';
import { api } from '../../api.ts';
import { errorText } from '../../i18n/error-text.ts';
import { i18n } from '../../i18n/i18n.ts';
import { saveText } from '../../ui/save-text.ts';
import { attempt, showDone } from '../../ui/toasts.tsx';
import { groupStates, orderOf } from './job-groups.ts';

/** Jobs in one answer while a file is made: small enough that nothing else waits for it. */
const pageSize = 250;

/** Everything that waits, in the order it would run, whatever the table is filtered by. */
async function readWaiting(): Promise<Job[]> {
  const jobs: Job[] = [];
  const filter = { states: [...groupStates.waiting] };
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: { jobs: Job[]; next: string | null } = await api.call('jobs.list', {
      filter,
      order: orderOf('waiting'),
      limit: pageSize,
      ...(cursor !== undefined && { cursor }),
    });
    jobs.push(...page.jobs);
    cursor = page.next;
  }
  return jobs;
}

/** Hands what waits to the browser as a file. */
export async function exportQueue(): Promise<void> {
  const jobs = await attempt(readWaiting());
  if (!jobs) return;
  if (jobs.length === 0) {
    showDone(i18n.t('queue.nothingToExport'));
    return;
  }
  const at = new Date().toISOString();
  saveText(`hearth-queue-${at.slice(0, 16).replaceAll(':', '-')}.json`, queueFileOf(jobs, at));
  showDone(i18n.t('queue.exported', { count: jobs.length }));
}

async function bring(text: string): Promise<{ added: number; known: number }> {
  const read = readQueueFile(text);
  if (!('jobs' in read)) throw new AppError('invalid-input', read.key, read.params);
  const parts = queueFileParts(read.jobs);
  let from = 0;
  // All of it is looked at before any of it is queued.
  for (const jobs of parts) {
    const [problem] = (await api.call('queue.import', { jobs, isTrial: true })).problems;
    if (problem)
      throw new AppError('invalid-input', 'importRefused', { place: `jobs[${from + problem.index}]`, why: errorText(problem) });
    from += jobs.length;
  }
  const done = { added: 0, known: 0 };
  for (const jobs of parts) {
    const { added, known } = await api.call('queue.import', { jobs });
    done.added += added;
    done.known += known;
  }
  return done;
}

/** Queues the jobs of a file, all or none; those that are here already are left alone. */
export async function importQueue(file: File): Promise<void> {
  const done = await attempt(file.text().then(bring));
  if (done) showDone(i18n.t('queue.imported', { count: done.added, known: done.known }));
}

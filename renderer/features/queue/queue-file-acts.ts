import { AppError } from '../../../shared/app-error.ts';
import { importParts } from '../../../shared/import-parts.ts';
import type { Job } from '../../../shared/job.ts';
import { type QueueFileJob, queueFileOf, queueFileParts, readQueueFile } from '../../../shared/queue-file.ts';
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

/** What a file would bring, looked at by the host without queueing anything. */
export interface ImportPlan {
  file: string;
  /** As many as one call takes each. */
  parts: QueueFileJob[][];
  added: number;
  /** They are here already and will be left alone. */
  known: number;
  /** What the jobs are made from, the most jobs first. */
  templates: { template: string; version: number; count: number }[];
  /** Why it cannot be queued, each reason once, with the place of the first job and how many there are. */
  problems: { why: string; place: string; count: number }[];
}

/** Looks at a file and at what the host would do with its jobs. Throws AppError for one that is no queue. */
export async function planImport(file: File): Promise<ImportPlan> {
  const read = readQueueFile(await file.text());
  if (!('jobs' in read)) throw new AppError('invalid-input', read.key, read.params);
  const plan: ImportPlan = { file: file.name, parts: queueFileParts(read.jobs), added: 0, known: 0, templates: [], problems: [] };
  const made = Map.groupBy(read.jobs, ({ template, version }) => `${version} ${template}`);
  plan.templates = [...made.values()]
    .flatMap((jobs) => jobs.slice(0, 1).map(({ template, version }) => ({ template, version, count: jobs.length })))
    .sort((a, b) => b.count - a.count);
  const reasons = new Map<string, ImportPlan['problems'][number]>();
  let from = 0;
  for (const jobs of plan.parts) {
    const { added, known, problems } = await api.call('queue.import', { jobs, isTrial: true });
    plan.added += added;
    plan.known += known;
    for (const problem of problems) {
      const why = errorText(problem);
      const before = reasons.get(why);
      if (before) before.count++;
      else reasons.set(why, { why, place: `jobs[${from + problem.index}]`, count: 1 });
    }
    from += jobs.length;
  }
  plan.problems = [...reasons.values()].sort((a, b) => b.count - a.count);
  return plan;
}

/** Queues what was looked at; jobs that are here already are left alone. */
export async function runImport({ parts }: ImportPlan): Promise<void> {
  // Somebody may have removed a template since it was looked at.
  const done = await attempt(importParts(parts, (jobs) => api.call('queue.import', { jobs }), errorText));
  if (done) showDone(i18n.t('queue.imported', { count: done.added, known: done.known }));
}

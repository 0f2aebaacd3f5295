import type { Writable } from '../python/json.ts';
import { isDict, type PyDict, type PyValue } from '../python/values.ts';
import { type HistoryEntry, statusJson } from './history.ts';
import type { PromptQueue, QueueItem } from './prompt-queue.ts';

type JobStatus = 'pending' | 'in_progress' | 'completed' | 'failed' | 'cancelled';
export const jobStatuses: readonly string[] = ['pending', 'in_progress', 'completed', 'failed', 'cancelled'];

type Job = Record<string, Writable>;

/** How `/api/jobs` is asked. */
export interface JobQuery {
  statuses: readonly string[];
  workflowId: string | null;
  isByDuration: boolean;
  isAscending: boolean;
  limit: number | null;
  offset: number;
}

const previewable = new Set(['images', 'video', 'audio', '3d', 'text']);
const longestText = 1024;

const base = (item: QueueItem, status: JobStatus): Job => ({
  id: item.promptId,
  status,
  priority: item.number,
  create_time: item.extraData.get('create_time'),
});

const workflowId = (item: QueueItem): PyValue | undefined => {
  const info = item.extraData.get('extra_pnginfo');
  const workflow = isDict(info) ? info.get('workflow') : undefined;
  return isDict(workflow) ? (workflow.get('id') ?? undefined) : undefined;
};

const queuedJob = (item: QueueItem, status: JobStatus): Job => ({
  ...base(item, status),
  outputs_count: 0,
  workflow_id: workflowId(item),
});

const finishedJob = (entry: HistoryEntry): Job => {
  const find = (...names: string[]) => entry.messages.find(([event]) => names.includes(event));
  const end = find('execution_success', 'execution_error', 'execution_interrupted');
  const isInterrupted = end?.[0] === 'execution_interrupted';
  const { count, preview } = summarise(entry.outputs);
  return {
    ...base(entry.item, entry.isSuccess ? 'completed' : isInterrupted ? 'cancelled' : 'failed'),
    execution_start_time: find('execution_start')?.[1].timestamp,
    execution_end_time: end?.[1].timestamp,
    execution_error: find('execution_error')?.[1],
    outputs_count: count,
    preview_output: preview,
    workflow_id: workflowId(entry.item),
  };
};

/** Counts output files and picks the one to show: a kept one before a temporary one; a text only where there is nothing else. Pure. */
const summarise = (outputs: ReadonlyMap<string, PyDict>): { count: number; preview: Writable } => {
  let count = 0;
  let preview: Writable;
  let fallback: Writable;
  for (const [nodeId, shown] of outputs) {
    for (const [mediaType, items] of shown) {
      if (!Array.isArray(items) || mediaType === 'animated') continue;
      for (const item of items) {
        if (isDict(item)) {
          count++;
          if (!previewable.has(mediaType)) continue;
          const found = new Map<string, PyValue>([...item, ['nodeId', nodeId], ['mediaType', mediaType]]);
          if (item.get('type') === 'output') preview ??= found;
          else fallback ??= found;
        } else if (typeof item === 'string' && mediaType === 'text') {
          const isLong = item.length > longestText;
          fallback ??= { content: item.slice(0, longestText), truncated: isLong ? true : undefined, nodeId, mediaType };
        }
      }
    }
  }
  return { count, preview: preview ?? fallback };
};

const time = (job: Job, key: string): number => {
  const value = job[key];
  return typeof value === 'number' ? value : 0;
};

/** One page of all jobs, and how many match. Pure but for reading the queue. */
export const listJobs = (queue: PromptQueue, query: JobQuery): { jobs: Job[]; total: number } => {
  const jobs = [
    ...(queue.running ? [queuedJob(queue.running, 'in_progress')] : []),
    ...queue.pending.map((item) => queuedJob(item, 'pending')),
    ...[...queue.history.values()].map(finishedJob),
  ].filter(
    (job) => query.statuses.includes(String(job.status)) && (query.workflowId === null || job.workflow_id === query.workflowId),
  );
  const key = (job: Job): number =>
    query.isByDuration ? time(job, 'execution_end_time') - time(job, 'execution_start_time') : time(job, 'create_time');
  // Python's reverse sort keeps equal ones in their order too.
  jobs.sort((a, b) => (query.isAscending ? key(a) - key(b) : key(b) - key(a)));
  return { jobs: jobs.slice(query.offset, query.limit === null ? undefined : query.offset + query.limit), total: jobs.length };
};

/** One job with everything that is known about it; null if nobody knows it. Pure but for reading the queue. */
export const oneJob = (queue: PromptQueue, id: string): Job | null => {
  const entry = queue.history.get(id);
  if (entry) {
    return {
      ...finishedJob(entry),
      outputs: entry.outputs,
      execution_status: statusJson(entry),
      workflow: { prompt: entry.item.prompt, extra_data: entry.item.extraData },
    };
  }
  if (queue.running?.promptId === id) return queuedJob(queue.running, 'in_progress');
  const waiting = queue.pending.find((item) => item.promptId === id);
  return waiting ? queuedJob(waiting, 'pending') : null;
};

/** Whether the text is a UUID in its canonical form: lower case, with hyphens. Pure. */
export const isJobId = (value: PyValue | undefined): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(value);

import type { Batch } from '../../../shared/batch.ts';
import type { Job, JobCounts } from '../../../shared/job.ts';
import type { BatchList } from './batch-store.ts';
import { type GroupName, groupNames, groupStates, type JobGroups, looseGroups } from './job-groups.ts';

/** One line of the table. */
export type QueueRow =
  | { kind: 'group'; key: string; group: GroupName; total: number; isOpen: boolean }
  | { kind: 'job'; key: string; group: GroupName; job: Job }
  | { kind: 'detail'; key: string; job: Job }
  /** Jobs that wait below the first few, folded so that what is done stays in reach. */
  | { kind: 'folded'; key: string; group: GroupName; count: number }
  /** The next page is on its way. */
  | { kind: 'more'; key: string; group: GroupName }
  /** Heading of the batches, with how many of them are not over. */
  | { kind: 'batches'; key: string; open: number; isOpen: boolean }
  | { kind: 'batch'; key: string; batch: Batch; isOpen: boolean }
  /** The next page of a batch, or of the batches, is on its way. */
  | { kind: 'batchMore'; key: string; batch: string | null };

/** What the arrow keys stop at; its key is the id of the job or batch. */
export type StopRow = Extract<QueueRow, { kind: 'job' | 'batch' }>;
export const isStop = (row: QueueRow): row is StopRow => row.kind === 'job' || row.kind === 'batch';

export interface RowsView {
  closed: ReadonlySet<GroupName>;
  areBatchesClosed: boolean;
  /** Whether all waiting jobs are listed. */
  isWaitingUnfolded: boolean;
  /** The job whose details are open. */
  opened: string | null;
}

const foldedAfter = 8;

/** How many jobs each group has by the host's own counts, of all jobs and of those in no batch, which know of jobs on no page here too. Pure. */
export const countedGroups = (groups: JobGroups, counts: JobCounts, looseCounts: JobCounts): JobGroups => {
  const counted = { ...groups };
  for (const name of groupNames) {
    const own = looseGroups.has(name) ? looseCounts : counts;
    const total = groupStates[name].reduce((sum, state) => sum + own[state], 0);
    counted[name] = { ...groups[name], total };
  }
  return counted;
};

/** The lines of the batches: those that are open show their jobs, but for those that stand elsewhere in the table. */
const batchRows = ({ batches, next, opened }: BatchList, view: RowsView, elsewhere: Set<string>): QueueRow[] => {
  if (batches.length === 0) return [];
  const isOpen = !view.areBatchesClosed;
  const rows: QueueRow[] = [
    { kind: 'batches', key: 'batches', open: batches.filter(({ endedAt }) => endedAt === null).length, isOpen },
  ];
  if (!isOpen) return rows;
  for (const batch of batches) {
    const own = opened[batch.id];
    rows.push({ kind: 'batch', key: batch.id, batch, isOpen: own !== undefined });
    if (!own) continue;
    for (const job of own.jobs) {
      if (elsewhere.has(job.id)) continue;
      elsewhere.add(job.id);
      rows.push({ kind: 'job', key: job.id, group: 'done', job });
      if (view.opened === job.id) rows.push({ kind: 'detail', key: `detail ${job.id}`, job });
    }
    if (own.next !== null) rows.push({ kind: 'batchMore', key: `more ${batch.id} ${own.jobs.length}`, batch: batch.id });
  }
  if (next !== null) rows.push({ kind: 'batchMore', key: `more batches ${batches.length}`, batch: null });
  return rows;
};

/**
 * The lines of the table in order, each key once; `list` is null where each job is listed by itself. A job of an opened batch that the
 * groups hold too stands in its batch, but for those that run or need a person. Pure.
 */
export const queueRows = (groups: JobGroups, view: RowsView, list: BatchList | null): QueueRow[] => {
  const rows: QueueRow[] = [];
  const elsewhere = new Set([...groups.now.jobs, ...groups.needsYou.jobs].map(({ id }) => id));
  const seen = new Set<string>();
  for (const group of groupNames) {
    const { jobs, total, next } = groups[group];
    if (group === 'waiting' && list) {
      const own = batchRows(list, view, elsewhere);
      for (const row of own) if (row.kind === 'job') seen.add(row.key);
      rows.push(...own);
    }
    if (jobs.length === 0) continue;
    const isOpen = !view.closed.has(group);
    rows.push({ kind: 'group', key: `group ${group}`, group, total: Math.max(total, jobs.length), isOpen });
    if (!isOpen) continue;
    // A fold that hides one or two rows would cost more than it saves.
    const isFolded = group === 'waiting' && !view.isWaitingUnfolded && total > foldedAfter + 2;
    const shown = isFolded ? jobs.slice(0, foldedAfter) : jobs;
    for (const job of shown) {
      if (seen.has(job.id)) continue;
      seen.add(job.id);
      rows.push({ kind: 'job', key: job.id, group, job });
      if (view.opened === job.id) rows.push({ kind: 'detail', key: `detail ${job.id}`, job });
    }
    if (isFolded) rows.push({ kind: 'folded', key: `folded ${group}`, group, count: total - shown.length });
    else if (next !== null) rows.push({ kind: 'more', key: `more ${group} ${jobs.length}`, group });
  }
  return rows;
};

/** Ids of the job rows between two of them, both included, in the order of the table. Pure. */
export const rowsBetween = (rows: readonly QueueRow[], from: string, to: string): string[] => {
  const ids = rows.flatMap((row) => (row.kind === 'job' ? [row.job.id] : []));
  const [a, b] = [ids.indexOf(from), ids.indexOf(to)];
  if (a < 0 || b < 0) return [to];
  return ids.slice(Math.min(a, b), Math.max(a, b) + 1);
};

import type { Job, JobCounts } from '../../../shared/job.ts';
import { type GroupName, groupNames, groupStates, type JobGroups } from './job-groups.ts';

/** One line of the table. */
export type QueueRow =
  | { kind: 'group'; key: string; group: GroupName; total: number; isOpen: boolean }
  | { kind: 'job'; key: string; group: GroupName; job: Job }
  | { kind: 'detail'; key: string; job: Job }
  /** Jobs that wait below the first few, folded so that what is done stays in reach. */
  | { kind: 'folded'; key: string; group: GroupName; count: number }
  /** The next page is on its way. */
  | { kind: 'more'; key: string; group: GroupName };

export interface RowsView {
  closed: ReadonlySet<GroupName>;
  /** Whether all waiting jobs are listed. */
  isWaitingUnfolded: boolean;
  /** The job whose details are open. */
  opened: string | null;
}

const foldedAfter = 8;

/** How many jobs each group has by the host's own counts, which know of jobs on no page here too. Pure. */
export const countedGroups = (groups: JobGroups, counts: JobCounts): JobGroups => {
  const counted = { ...groups };
  for (const name of groupNames) {
    const total = groupStates[name].reduce((sum, state) => sum + counts[state], 0);
    counted[name] = { ...groups[name], total };
  }
  return counted;
};

/** The lines of the table in order. Pure. */
export const queueRows = (groups: JobGroups, view: RowsView): QueueRow[] => {
  const rows: QueueRow[] = [];
  for (const group of groupNames) {
    const { jobs, total, next } = groups[group];
    if (jobs.length === 0) continue;
    const isOpen = !view.closed.has(group);
    rows.push({ kind: 'group', key: `group ${group}`, group, total: Math.max(total, jobs.length), isOpen });
    if (!isOpen) continue;
    // A fold that hides one or two rows would cost more than it saves.
    const isFolded = group === 'waiting' && !view.isWaitingUnfolded && total > foldedAfter + 2;
    const shown = isFolded ? jobs.slice(0, foldedAfter) : jobs;
    for (const job of shown) {
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

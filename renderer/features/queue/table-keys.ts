import type { KeyboardEvent } from 'react';
import type { Job } from '../../../shared/job.ts';
import { go } from '../../store/view.ts';
import { canCancelBatch, cancelBatch, canRequeueBatch, requeueBatch } from './batch-acts.ts';
import { toggleBatch } from './batch-store.ts';
import { canCancel, cancelJobs, canMove, canRequeue, editJob, moveJobs, requeueJobs } from './job-acts.ts';
import type { QueueRow, StopRow } from './queue-rows.ts';
import { clearSelection, queueView, select, selectAll } from './queue-view.ts';

type Act =
  | 'next'
  | 'previous'
  | 'pageDown'
  | 'pageUp'
  | 'first'
  | 'last'
  | 'mark'
  | 'open'
  | 'leave'
  | 'cancel'
  | 'requeue'
  | 'edit';

// By the key's place: letters must also work while a Korean keyboard writes Hangul.
const acts: Partial<Record<string, Act>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  PageDown: 'pageDown',
  PageUp: 'pageUp',
  Home: 'first',
  End: 'last',
  Space: 'mark',
  Enter: 'open',
  NumpadEnter: 'open',
  Escape: 'leave',
  Delete: 'cancel',
  KeyR: 'requeue',
  KeyE: 'edit',
};

interface TableKeys {
  rows: readonly QueueRow[];
  /** What the arrow keys stop at. */
  stops: readonly StopRow[];
  active: string | null;
  opened: string | null;
  /** How many rows a page key moves. */
  page: number;
  moveTo: (index: number, isRange: boolean) => void;
}

/** Alt and an arrow move what waits by one place, Alt+Home to the front. */
function moveByKey({ code }: KeyboardEvent, jobs: readonly Job[], active: string | null): boolean {
  const { selected } = queueView.getState();
  const movers = jobs.filter((job) => canMove(job) && (selected.size > 0 ? selected.has(job.id) : job.id === active));
  const ids = movers.map(({ id }) => id);
  if (ids.length === 0) return false;
  if (code === 'Home') {
    void moveJobs(ids, { at: 'front' });
    return true;
  }
  if (code !== 'ArrowUp' && code !== 'ArrowDown') return false;
  const isUp = code === 'ArrowUp';
  // Only what waits for its first attempt stands in an order.
  const order = jobs.filter(({ id, state }) => state === 'queued' || ids.includes(id));
  const edge = order.findIndex(({ id }) => id === ids.at(isUp ? 0 : -1));
  const target = order[edge + (isUp ? -1 : 1)];
  if (target) void moveJobs(ids, { at: isUp ? 'before' : 'after', id: target.id });
  return true;
}

/** Does what a key means in the queue's table; true when it meant something. Acts go to the marked jobs, else to the active one. */
export function pressTableKey(event: KeyboardEvent, { rows, stops, active, opened, page, moveTo }: TableKeys): boolean {
  const jobs = stops.flatMap((row) => (row.kind === 'job' ? [row.job] : []));
  if (event.altKey) return moveByKey(event, jobs, active);
  if (event.ctrlKey || event.metaKey) {
    if (event.code !== 'KeyA') return false;
    selectAll(rows);
    return true;
  }
  const at = stops.findIndex(({ key }) => key === active);
  const stop = stops[at];
  const current = stop?.kind === 'job' ? stop.job : undefined;
  const batch = stop?.kind === 'batch' ? stop.batch : undefined;
  const { selected } = queueView.getState();
  const targets = jobs.filter((job) => (selected.size > 0 ? selected.has(job.id) : job === current));
  const ids = (may: (job: Job) => boolean): string[] => targets.filter(may).map((job) => job.id);
  switch (acts[event.code]) {
    case 'next':
      moveTo(at + 1, event.shiftKey);
      break;
    case 'previous':
      moveTo(at - 1, event.shiftKey);
      break;
    case 'pageDown':
      moveTo(at + page, event.shiftKey);
      break;
    case 'pageUp':
      moveTo(at - page, event.shiftKey);
      break;
    case 'first':
      moveTo(0, event.shiftKey);
      break;
    case 'last':
      moveTo(stops.length - 1, event.shiftKey);
      break;
    case 'mark':
      if (current) select(rows, current.id, event.shiftKey);
      break;
    case 'open':
      if (current) go('queue', current.id === opened ? null : current.id);
      if (batch) toggleBatch(batch.id);
      break;
    case 'leave':
      if (selected.size > 0) clearSelection();
      else if (opened !== null) go('queue');
      break;
    case 'cancel':
      if (ids(canCancel).length > 0) void cancelJobs(ids(canCancel));
      else if (batch && selected.size === 0 && canCancelBatch(batch)) void cancelBatch(batch);
      break;
    case 'requeue':
      if (ids(canRequeue).length > 0) void requeueJobs(ids(canRequeue));
      else if (batch && selected.size === 0 && canRequeueBatch(batch)) void requeueBatch(batch);
      break;
    case 'edit':
      if (current) editJob(current);
      break;
    default:
      return false;
  }
  return true;
}

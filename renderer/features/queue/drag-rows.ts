import type { DragEvent } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Job } from '../../../shared/job.ts';
import { canMove, moveJobs } from './job-acts.ts';
import { queueView } from './queue-view.ts';

/** What is being dragged, and where it would land. */
interface Drag {
  ids: readonly string[];
  over: { id: string; at: 'before' | 'after' } | null;
}

const nothing: Drag = { ids: [], over: null };
const drag = createStore<Drag>(() => nothing);

/** On which side of this row the dragged jobs would land; undefined: on neither. */
export const useDropSide = (id: string): 'before' | 'after' | undefined =>
  useStore(drag, ({ over }) => (over?.id === id ? over.at : undefined));

/** What lets a row be dragged, with all marked ones where it is marked itself, and lets others land beside it. */
export const dragProps = (job: Job) => ({
  draggable: canMove(job),
  onDragStart(event: DragEvent<HTMLElement>) {
    const { selected } = queueView.getState();
    drag.setState({ ids: selected.has(job.id) ? [...selected] : [job.id], over: null });
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', job.id);
  },
  onDragOver(event: DragEvent<HTMLElement>) {
    const { ids, over } = drag.getState();
    // Only what waits for its first attempt stands in an order.
    if (ids.length === 0 || job.state !== 'queued') return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const at = event.clientY < top + height / 2 ? 'before' : 'after';
    if (over?.id !== job.id || over.at !== at) drag.setState({ over: { id: job.id, at } });
  },
  onDrop(event: DragEvent<HTMLElement>) {
    const { ids, over } = drag.getState();
    if (ids.length === 0) return;
    event.preventDefault();
    drag.setState(nothing);
    if (over && !ids.includes(over.id)) void moveJobs(ids, over);
  },
  onDragEnd: () => drag.setState(nothing),
});

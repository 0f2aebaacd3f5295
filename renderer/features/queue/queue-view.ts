import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { GroupName } from './job-groups.ts';
import { type QueueRow, rowsBetween } from './queue-rows.ts';

/** Where a person is in the table and what they marked; kept while they look at other screens. */
export interface QueueView {
  /** The row that the arrow keys move. */
  active: string | null;
  selected: ReadonlySet<string>;
  /** Where a range began. */
  anchor: string | null;
  closed: ReadonlySet<GroupName>;
  areBatchesClosed: boolean;
  isWaitingUnfolded: boolean;
}

export const queueView = createStore<QueueView>(() => ({
  active: null,
  selected: new Set(),
  anchor: null,
  closed: new Set(),
  areBatchesClosed: false,
  isWaitingUnfolded: false,
}));

export function useQueueView<T>(selector: (view: QueueView) => T): T {
  return useStore(queueView, selector);
}

const toggled = <T>(set: ReadonlySet<T>, item: T): Set<T> => {
  const next = new Set(set);
  if (!next.delete(item)) next.add(item);
  return next;
};

export const clearSelection = (): void => queueView.setState({ selected: new Set(), anchor: null });

export const toggleGroup = (group: GroupName): void => queueView.setState(({ closed }) => ({ closed: toggled(closed, group) }));

/** Marks a row or takes its mark away; with `isRange`, marks everything from the last marked row to it. */
export const select = (rows: readonly QueueRow[], id: string, isRange: boolean): void =>
  queueView.setState(({ selected, anchor }) =>
    isRange && anchor !== null
      ? { active: id, selected: new Set([...selected, ...rowsBetween(rows, anchor, id)]) }
      : { active: id, anchor: id, selected: toggled(selected, id) },
  );

export const selectAll = (rows: readonly QueueRow[]): void =>
  queueView.setState({ selected: new Set(rows.flatMap((row) => (row.kind === 'job' ? [row.job.id] : []))) });

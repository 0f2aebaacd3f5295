import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { GridCell } from '../../ui/GridCell.tsx';
import { BatchHeading } from './BatchHeading.tsx';
import { BatchMoreRow } from './BatchMoreRow.tsx';
import { BatchRow } from './BatchRow.tsx';
import { FoldedRow } from './FoldedRow.tsx';
import { GroupRow } from './GroupRow.tsx';
import { JobDetail } from './JobDetail.tsx';
import { JobRow } from './JobRow.tsx';
import classes from './JobTable.module.css';
import { MoreRow } from './MoreRow.tsx';
import { isStop, type QueueRow } from './queue-rows.ts';
import { queueView, select, useQueueView } from './queue-view.ts';
import { pressTableKey } from './table-keys.ts';

const heights: Record<QueueRow['kind'], number> = {
  group: 38,
  batches: 38,
  job: 52,
  batch: 52,
  detail: 520,
  folded: 34,
  more: 34,
  batchMore: 34,
};
const levels: Record<QueueRow['kind'], number> = {
  group: 1,
  batches: 1,
  job: 2,
  batch: 2,
  detail: 3,
  folded: 2,
  more: 2,
  batchMore: 3,
};

interface JobTableProps {
  rows: readonly QueueRow[];
  /** The job whose details are open. */
  opened: string | null;
}

/** The table itself: only what is in sight is drawn, one row is active, keys act on the marked rows or on the active one. */
export function JobTable({ rows, opened }: JobTableProps) {
  const { t } = useWords();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const active = useQueueView((view) => view.active);
  const selected = useQueueView((view) => view.selected);
  const stops = rows.filter(isStop);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heights[rows[index]?.kind ?? 'job'],
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  }, [rows]);

  const moveTo = (index: number, isRange: boolean): void => {
    const stop = stops[Math.max(0, Math.min(stops.length - 1, index))];
    if (!stop) return;
    if (isRange && queueView.getState().anchor === null) queueView.setState({ anchor: active });
    if (isRange && stop.kind === 'job') select(rows, stop.key, true);
    else queueView.setState({ active: stop.key });
    const target = rows.indexOf(stop);
    // Going up, the heading of a group comes into sight with its first row.
    const isFirst = levels[rows[target - 1]?.kind ?? 'job'] === 1 && index <= stops.findIndex(({ key }) => key === active);
    virtual.scrollToIndex(isFirst ? target - 1 : target);
  };

  // A page that opens at a job has it in sight once it is known.
  const shown = opened !== null && rows.some(({ kind }) => kind === 'detail') ? opened : null;
  useEffect(() => {
    if (shown === null) return;
    const detail = latest.current.findIndex((row) => row.kind === 'detail');
    if (detail < 1) return;
    // With the row above it, which alone says what job this is.
    const [top] = virtual.getOffsetForIndex(detail - 1, 'start') ?? [0];
    const seen = virtual.scrollOffset ?? 0;
    const isSeen = top >= seen && top + heights.job + heights.detail <= seen + (virtual.scrollRect?.height ?? 0);
    if (!isSeen) virtual.scrollToIndex(detail - 1, { align: 'start' });
  }, [shown, virtual]);

  const draw = (row: QueueRow) => {
    switch (row.kind) {
      case 'group':
        return <GroupRow group={row.group} total={row.total} isOpen={row.isOpen} />;
      case 'job':
        return <JobRow job={row.job} rows={rows} isOpen={row.job.id === opened} isSelected={selected.has(row.job.id)} />;
      case 'detail':
        return (
          <GridCell>
            <JobDetail job={row.job} />
          </GridCell>
        );
      case 'folded':
        return <FoldedRow count={row.count} />;
      case 'more':
        return <MoreRow group={row.group} />;
      case 'batches':
        return <BatchHeading open={row.open} isOpen={row.isOpen} />;
      case 'batch':
        return <BatchRow batch={row.batch} isOpen={row.isOpen} />;
      case 'batchMore':
        return <BatchMoreRow batch={row.batch} />;
    }
  };

  return (
    <>
      <div
        ref={scroller}
        className={classes.table}
        role="treegrid"
        tabIndex={0}
        aria-label={t('queue.table')}
        aria-multiselectable
        aria-rowcount={rows.length}
        aria-activedescendant={items.some(({ key }) => key === active) ? `${id}-${active}` : undefined}
        onKeyDown={(event) => {
          // Keys inside opened details belong to what has the focus there.
          if (event.target !== event.currentTarget) return;
          const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / heights.job) - 1);
          if (pressTableKey(event, { rows, stops, active, opened, page, moveTo })) event.preventDefault();
        }}
        onFocus={(event) => {
          if (event.target === event.currentTarget && !stops.some(({ key }) => key === active)) moveTo(0, false);
        }}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: rows are laid out one by one, which table elements do not allow. */}
        <div role="rowgroup" className={classes.sizer} style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            const job = row.kind === 'job' ? row.job : null;
            const stop = isStop(row) ? row : null;
            const isDetail = row.kind === 'detail';
            return (
              // biome-ignore lint/a11y/useSemanticElements: as above.
              // biome-ignore lint/a11y/useFocusableInteractive: the grid keeps the focus and names its active row.
              <div
                key={item.key}
                id={stop ? `${id}-${stop.key}` : undefined}
                role="row"
                aria-rowindex={item.index + 1}
                aria-level={levels[row.kind]}
                aria-selected={job ? selected.has(job.id) : undefined}
                aria-expanded={'isOpen' in row ? row.isOpen : job ? job.id === opened : undefined}
                className={classes.row}
                data-active={stop && stop.key === active ? true : undefined}
                data-index={item.index}
                // Only opened details have a height that nobody knows beforehand.
                ref={isDetail ? virtual.measureElement : undefined}
                style={{ transform: `translateY(${item.start}px)`, ...(isDetail ? {} : { height: item.size }) }}
              >
                {draw(row)}
              </div>
            );
          })}
        </div>
      </div>
      <p className={classes.keys}>{t('queue.keys')}</p>
    </>
  );
}

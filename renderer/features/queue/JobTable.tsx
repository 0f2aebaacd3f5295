import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { GridCell } from '../../ui/GridCell.tsx';
import { FoldedRow } from './FoldedRow.tsx';
import { GroupRow } from './GroupRow.tsx';
import { JobDetail } from './JobDetail.tsx';
import { JobRow } from './JobRow.tsx';
import classes from './JobTable.module.css';
import { MoreRow } from './MoreRow.tsx';
import type { QueueRow } from './queue-rows.ts';
import { queueView, select, useQueueView } from './queue-view.ts';
import { pressTableKey } from './table-keys.ts';

const heights: Record<QueueRow['kind'], number> = { group: 38, job: 52, detail: 260, folded: 34, more: 34 };
const levels: Record<QueueRow['kind'], number> = { group: 1, job: 2, detail: 3, folded: 2, more: 2 };

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
  const jobs = rows.flatMap((row) => (row.kind === 'job' ? [row.job] : []));
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
    const job = jobs[Math.max(0, Math.min(jobs.length - 1, index))];
    if (!job) return;
    if (isRange && queueView.getState().anchor === null) queueView.setState({ anchor: active });
    if (isRange) select(rows, job.id, true);
    else queueView.setState({ active: job.id });
    const target = rows.findIndex((row) => row.kind === 'job' && row.job.id === job.id);
    // Going up, the heading of a group comes into sight with its first row.
    const isFirst = rows[target - 1]?.kind === 'group' && index <= jobs.findIndex(({ id: other }) => other === active);
    virtual.scrollToIndex(isFirst ? target - 1 : target);
  };

  useEffect(() => {
    if (opened === null) return;
    const detail = latest.current.findIndex((row) => row.kind === 'detail');
    if (detail >= 0) virtual.scrollToIndex(detail, { align: 'auto' });
  }, [opened, virtual]);

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
          if (pressTableKey(event, { rows, jobs, active, opened, page, moveTo })) event.preventDefault();
        }}
        onFocus={(event) => {
          if (event.target === event.currentTarget && !jobs.some((job) => job.id === active)) moveTo(0, false);
        }}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: rows are laid out one by one, which table elements do not allow. */}
        <div role="rowgroup" className={classes.sizer} style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            const job = row.kind === 'job' ? row.job : null;
            const isDetail = row.kind === 'detail';
            return (
              // biome-ignore lint/a11y/useSemanticElements: as above.
              // biome-ignore lint/a11y/useFocusableInteractive: the grid keeps the focus and names its active row.
              <div
                key={item.key}
                id={job ? `${id}-${job.id}` : undefined}
                role="row"
                aria-rowindex={item.index + 1}
                aria-level={levels[row.kind]}
                aria-selected={job ? selected.has(job.id) : undefined}
                aria-expanded={row.kind === 'group' ? row.isOpen : job ? job.id === opened : undefined}
                className={classes.row}
                data-active={job && job.id === active ? true : undefined}
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

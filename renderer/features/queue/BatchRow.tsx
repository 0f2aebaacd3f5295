import { ChevronDown, ChevronRight, Layers, ListFilter, RotateCcw, X } from 'lucide-react';
import type { Batch } from '../../../shared/batch.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { GridCell } from '../../ui/GridCell.tsx';
import { canCancelBatch, cancelBatch, canRequeueBatch, requeueBatch } from './batch-acts.ts';
import { toggleBatch } from './batch-store.ts';
import { batchState, batchTitle, batchValues } from './batch-words.ts';
import classes from './JobTable.module.css';
import { setFilter } from './queue-store.ts';
import { queueView } from './queue-view.ts';
import { RowAct } from './RowAct.tsx';

interface BatchRowProps {
  batch: Batch;
  isOpen: boolean;
}

/** One request for many jobs: what it is, how far it is, and what can be done with all of it. Its cells stand in the table's row. */
export function BatchRow({ batch, isOpen }: BatchRowProps) {
  const words = useWords();
  const { t, format, of } = words;
  const template = useHearth((state) => state.templates[batch.template]);
  const title = t('batches.row.name', { n: format.number(batch.count), title: batchTitle(batch, template, of) });
  const values = batchValues(batch, template, words);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table around it opens the active row with Enter.
    <div
      className={classes.job}
      role="presentation"
      data-open={isOpen || undefined}
      onClick={() => {
        queueView.setState({ active: batch.id });
        toggleBatch(batch.id);
      }}
    >
      {batch.endedAt === null && (
        <span className={classes.fill} style={{ width: `${(batch.counts.succeeded / batch.count) * 100}%` }} aria-hidden />
      )}
      <GridCell>
        <Chevron size={16} aria-hidden />
      </GridCell>
      <GridCell className={classes.thumbCell}>
        <span className={classes.thumb}>
          <Layers size={18} aria-hidden />
        </span>
      </GridCell>
      <GridCell className={classes.what}>
        <span className={classes.name} title={title}>
          {title}
        </span>
        <span className={classes.values} title={values}>
          {values}
        </span>
      </GridCell>
      <GridCell className={classes.batchState}>{batchState(batch, words)}</GridCell>
      <GridCell className={classes.time}>{format.time(batch.endedAt ?? batch.createdAt)}</GridCell>
      <GridCell className={classes.acts}>
        <RowAct label={t('queue.onlyBatch')} title={title} icon={ListFilter} run={() => setFilter({ batch: batch.id })} />
        {canRequeueBatch(batch) && (
          <RowAct label={t('batches.row.requeue')} title={title} icon={RotateCcw} run={() => void requeueBatch(batch)} />
        )}
        {canCancelBatch(batch) && (
          <RowAct label={t('batches.row.cancel')} title={title} icon={X} run={() => void cancelBatch(batch)} />
        )}
      </GridCell>
    </div>
  );
}

import { useEffect } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { GridCell } from '../../ui/GridCell.tsx';
import { loadMoreBatches, loadMoreOf } from './batch-store.ts';
import classes from './JobTable.module.css';

/** The end of what was read so far, of a batch or of the batches: coming into sight asks for the next page. */
export function BatchMoreRow({ batch }: { batch: string | null }) {
  const { t } = useWords();
  useEffect(() => void (batch === null ? loadMoreBatches() : loadMoreOf(batch)), [batch]);
  return <GridCell className={classes.more}>{t('common.loading')}</GridCell>;
}

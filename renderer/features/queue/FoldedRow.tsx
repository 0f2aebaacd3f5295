import { UnstyledButton } from '@mantine/core';
import { useWords } from '../../i18n/use-words.ts';
import { GridCell } from '../../ui/GridCell.tsx';
import classes from './JobTable.module.css';
import { queueView } from './queue-view.ts';

/** Stands for the waiting jobs that are not listed. */
export function FoldedRow({ count }: { count: number }) {
  const { t, format } = useWords();
  return (
    <GridCell className={classes.more}>
      <UnstyledButton className={classes.unfold} onClick={() => queueView.setState({ isWaitingUnfolded: true })}>
        {t('queue.showWaiting', { count, n: format.number(count) })}
      </UnstyledButton>
    </GridCell>
  );
}

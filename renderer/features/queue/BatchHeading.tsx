import { ChevronDown, ChevronRight } from 'lucide-react';
import { useWords } from '../../i18n/use-words.ts';
import { GridCell } from '../../ui/GridCell.tsx';
import classes from './JobTable.module.css';
import { queueView } from './queue-view.ts';

interface BatchHeadingProps {
  /** Batches of which something still runs or waits. */
  open: number;
  isOpen: boolean;
}

/** The heading of the batches. */
export function BatchHeading({ open, isOpen }: BatchHeadingProps) {
  const { t, format } = useWords();
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <GridCell className={classes.group}>
      <button
        type="button"
        className={classes.groupToggle}
        aria-expanded={isOpen}
        onClick={() => queueView.setState({ areBatchesClosed: isOpen })}
      >
        <Chevron size={14} aria-hidden />
        {t('batches.group')}
        {open > 0 && <span className={classes.count}>{t('batches.underWay', { n: format.number(open) })}</span>}
      </button>
    </GridCell>
  );
}

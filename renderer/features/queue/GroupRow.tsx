import { Button } from '@mantine/core';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { GridCell } from '../../ui/GridCell.tsx';
import classes from './JobTable.module.css';
import { cancelAllWaiting } from './job-acts.ts';
import type { GroupName } from './job-groups.ts';
import { useQueue } from './queue-store.ts';
import { toggleGroup } from './queue-view.ts';

interface GroupRowProps {
  group: GroupName;
  total: number;
  isOpen: boolean;
}

/** The heading of a group with its count; where jobs wait, the way to cancel them all. */
export function GroupRow({ group, total, isOpen }: GroupRowProps) {
  const { t, format } = useWords();
  const filter = useQueue((state) => state.filter);
  const [isAsking, setIsAsking] = useState(false);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <GridCell className={classes.group}>
      <button type="button" className={classes.groupToggle} aria-expanded={isOpen} onClick={() => toggleGroup(group)}>
        <Chevron size={14} aria-hidden />
        {t(`queue.groups.${group}`)}
        <span className={classes.count}>{format.number(total)}</span>
      </button>
      {group === 'waiting' && (
        <>
          <Button
            className={classes.quiet ?? ''}
            variant="subtle"
            color="gray"
            size="compact-xs"
            onClick={() => setIsAsking(true)}
          >
            {t('queue.cancelAll')}
          </Button>
          <ConfirmDialog
            isOpen={isAsking}
            title={t('queue.cancelAllTitle', { count: total, n: format.number(total) })}
            confirmLabel={t('queue.cancelAllConfirm', { count: total, n: format.number(total) })}
            onConfirm={() => void cancelAllWaiting(filter)}
            onClose={() => setIsAsking(false)}
          >
            {t('queue.cancelAllMeaning')}
          </ConfirmDialog>
        </>
      )}
    </GridCell>
  );
}

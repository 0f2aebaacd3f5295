import { Button } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import classes from './JobTable.module.css';
import { cancelGroup, requeueGroup } from './job-acts.ts';
import type { GroupName } from './job-groups.ts';
import { useQueue } from './queue-store.ts';

/** What can be done with everything of a group that the filter lets through, also with what is on no page here. */
export function GroupActs({ group, total }: { group: GroupName; total: number }) {
  const { t, format } = useWords();
  const filter = useQueue((state) => state.filter);
  const [asking, setAsking] = useState<'cancel' | 'requeue' | null>(null);
  const params = { count: total, n: format.number(total) };
  const quiet = (label: string, act: 'cancel' | 'requeue') => (
    <Button className={classes.quiet ?? ''} variant="subtle" color="gray" size="compact-xs" onClick={() => setAsking(act)}>
      {label}
    </Button>
  );
  if (group === 'now' || group === 'done') return null;
  return (
    <>
      {group === 'needsYou' && quiet(t('queue.requeueAll'), 'requeue')}
      {group === 'waiting' && quiet(t('queue.cancelAll'), 'cancel')}
      <ConfirmDialog
        isOpen={asking === 'cancel'}
        title={t('queue.cancelAllTitle', params)}
        confirmLabel={t('queue.cancelAllConfirm', params)}
        onConfirm={() => void cancelGroup(group, filter)}
        onClose={() => setAsking(null)}
      >
        {t('queue.cancelAllMeaning')}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asking === 'requeue'}
        title={t('queue.requeueAllTitle', params)}
        confirmLabel={t('queue.requeueCount', { count: total })}
        onConfirm={() => void requeueGroup(group, filter)}
        onClose={() => setAsking(null)}
      >
        {t('queue.requeueAllMeaning')}
      </ConfirmDialog>
    </>
  );
}

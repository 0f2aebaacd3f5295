import { Button } from '@mantine/core';
import { RotateCcw, X } from 'lucide-react';
import { useWords } from '../../i18n/use-words.ts';
import { canCancel, cancelJobs, canRequeue, requeueJobs } from './job-acts.ts';
import classes from './QueueScreen.module.css';
import type { QueueRow } from './queue-rows.ts';
import { clearSelection, useQueueView } from './queue-view.ts';

/** What can be done with all marked jobs at once; there only while some are marked. */
export function BulkBar({ rows }: { rows: readonly QueueRow[] }) {
  const { t } = useWords();
  const selected = useQueueView((view) => view.selected);
  const jobs = rows.flatMap((row) => (row.kind === 'job' && selected.has(row.job.id) ? [row.job] : []));
  if (jobs.length === 0) return null;
  const toCancel = jobs.filter(canCancel).map(({ id }) => id);
  const toRequeue = jobs.filter(canRequeue).map(({ id }) => id);
  const act = (run: Promise<void>): void => {
    clearSelection();
    void run;
  };
  return (
    <div className={classes.bulk} role="toolbar" aria-label={t('queue.bulk')}>
      <strong>{t('queue.selected', { count: jobs.length })}</strong>
      {toCancel.length > 0 && (
        <Button variant="default" leftSection={<X size={14} aria-hidden />} onClick={() => act(cancelJobs(toCancel))}>
          {t('queue.cancelCount', { count: toCancel.length })}
        </Button>
      )}
      {toRequeue.length > 0 && (
        <Button variant="default" leftSection={<RotateCcw size={14} aria-hidden />} onClick={() => act(requeueJobs(toRequeue))}>
          {t('queue.requeueCount', { count: toRequeue.length })}
        </Button>
      )}
      <Button variant="subtle" color="gray" onClick={clearSelection}>
        {t('queue.clearSelection')}
      </Button>
    </div>
  );
}

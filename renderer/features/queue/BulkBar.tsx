import { Button, Menu } from '@mantine/core';
import { ListStart, RotateCcw, SignalHigh, X } from 'lucide-react';
import { Priority } from '../../../shared/job.ts';
import { useWords } from '../../i18n/use-words.ts';
import { canCancel, cancelJobs, canMove, canRequeue, moveJobs, requeueJobs, setPriority } from './job-acts.ts';
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
  const toMove = jobs.filter(canMove).map(({ id }) => id);
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
      {toMove.length > 0 && (
        <>
          <Button
            variant="default"
            leftSection={<ListStart size={14} aria-hidden />}
            onClick={() => act(moveJobs(toMove, { at: 'front' }))}
          >
            {t('queue.toFront')}
          </Button>
          <Menu withInitialFocusPlaceholder={false} hideDetached={false} shadow="md" position="top-start">
            <Menu.Target>
              <Button variant="default" leftSection={<SignalHigh size={14} aria-hidden />}>
                {t('queue.priority')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {Priority.options.map((priority) => (
                <Menu.Item
                  key={priority}
                  data-autofocus={priority === 'normal' || undefined}
                  onClick={() => act(setPriority(toMove, priority))}
                >
                  {t(`queue.priorities.${priority}`)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </>
      )}
      <Button variant="subtle" color="gray" onClick={clearSelection}>
        {t('queue.clearSelection')}
      </Button>
    </div>
  );
}

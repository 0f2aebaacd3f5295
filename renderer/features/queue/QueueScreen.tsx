import { Button } from '@mantine/core';
import { ListChecks } from 'lucide-react';
import { useDeferredValue } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { go, useView } from '../../store/view.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { BulkBar } from './BulkBar.tsx';
import { useBatches } from './batch-store.ts';
import { JobTable } from './JobTable.tsx';
import { isFiltered } from './job-groups.ts';
import { LinkedJob } from './LinkedJob.tsx';
import { PauseControl } from './PauseControl.tsx';
import { PauseNotice } from './PauseNotice.tsx';
import { QueueFilters } from './QueueFilters.tsx';
import { QueueLength } from './QueueLength.tsx';
import { QueueMenu } from './QueueMenu.tsx';
import classes from './QueueScreen.module.css';
import { countedGroups, queueRows } from './queue-rows.ts';
import { noFilter, setFilter, useQueue } from './queue-store.ts';
import { useQueueView } from './queue-view.ts';

/** Everything that was ever asked for, in one table: now, waiting, needs you, done. */
export function QueueScreen() {
  const { t } = useWords();
  const groups = useQueue((state) => state.groups);
  const filter = useQueue((state) => state.filter);
  const isKnown = useQueue((state) => state.isKnown);
  const error = useQueue((state) => state.error);
  // Thousands of cancelled jobs tell of each; the headings may follow a moment later.
  const counts = useDeferredValue(useHearth((state) => state.counts));
  const opened = useView((view) => (view.place.screen === 'queue' ? view.place.id : null));
  const closed = useQueueView((view) => view.closed);
  const isWaitingUnfolded = useQueueView((view) => view.isWaitingUnfolded);
  const areBatchesClosed = useQueueView((view) => view.areBatchesClosed);
  const looseCounts = useDeferredValue(useHearth((state) => state.looseCounts));
  const batches = useBatches();
  const isSearching = isFiltered(filter);
  const view = { closed, areBatchesClosed, isWaitingUnfolded, opened };
  const rows = isSearching ? queueRows(groups, view, null) : queueRows(countedGroups(groups, counts, looseCounts), view, batches);
  const isOpenedHere = rows.some((row) => row.kind === 'detail');
  return (
    <div className={classes.root}>
      <header className={classes.header}>
        <h1 className={classes.title}>{t('frame.screens.queue')}</h1>
        <QueueLength />
        <QueueFilters />
        <div className={classes.acts}>
          <PauseControl />
          <QueueMenu />
        </div>
      </header>
      <PauseNotice />
      {error !== null && <ErrorNotice error={error} />}
      {isKnown && opened !== null && !isOpenedHere && !isSearching && <LinkedJob id={opened} />}
      {rows.length > 0 ? (
        <JobTable rows={rows} opened={opened} />
      ) : (
        isKnown && (
          <EmptyState
            icon={<ListChecks size={36} />}
            title={t(isSearching ? 'queue.nothingMatches' : 'queue.empty')}
            hint={t(isSearching ? 'queue.nothingMatchesHint' : 'queue.emptyHint')}
            action={
              isSearching ? (
                <Button variant="default" onClick={() => setFilter(noFilter)}>
                  {t('queue.clearFilter')}
                </Button>
              ) : (
                <Button onClick={() => go('generate')}>{t('queue.toGenerate')}</Button>
              )
            }
          />
        )
      )}
      <BulkBar rows={rows} />
    </div>
  );
}

import { Button } from '@mantine/core';
import { FileSearch, ShieldCheck } from 'lucide-react';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { pickLogFile } from '../../store/log-file.ts';
import { useAsk } from '../../store/use-ask.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useNow } from '../../ui/use-now.ts';
import { timeZone } from './group-words.ts';
import { HeatTable } from './HeatTable.tsx';
import { heatDays, shownDays } from './heat-days.ts';
import { IncidentFilters } from './IncidentFilters.tsx';
import { IncidentGroupRow } from './IncidentGroupRow.tsx';
import classes from './IncidentList.module.css';
import { groupsFilter, isFiltered, noFilter, setListFilter, stripFilter, useListFilter } from './list-filter.ts';

const minuteMs = 60_000;

/** Everything that went wrong, by kind, with the days on which it did. */
export function IncidentList() {
  const { t } = useWords();
  const filter = useListFilter();
  const changes = String(useHearth((state) => state.incidentChanges));
  const now = useNow(minuteMs);
  const common = { days: shownDays, timeZone: timeZone() };
  const all = useAsk('incidents.groups', common, changes);
  // Asked for only where they differ: days of all kinds chosen, and kinds of the chosen day.
  const isNarrowed = isFiltered({ ...filter, day: null });
  const ofFilter = useAsk('incidents.groups', isNarrowed ? { ...common, filter: stripFilter(filter) } : null, changes);
  const strip = isNarrowed ? ofFilter : all;
  const days = heatDays(strip.data?.days ?? [], now);
  const ofDay = useAsk(
    'incidents.groups',
    filter.day === null ? null : { ...common, filter: groupsFilter(filter, days) },
    changes,
  );
  const narrow = filter.day === null ? strip : ofDay;
  const groups = narrow.data?.groups ?? [];
  const hasNone = all.data?.groups.length === 0;
  return (
    <div className={classes.root}>
      <header className={classes.header}>
        <h1 className={classes.title}>{t('frame.screens.incidents')}</h1>
        {!hasNone && <IncidentFilters groups={all.data?.groups ?? []} days={days} />}
        <Button variant="default" leftSection={<FileSearch size={14} aria-hidden />} onClick={pickLogFile}>
          {t('incidents.file.read')}
        </Button>
      </header>
      {narrow.error !== undefined && (
        <div className={classes.error}>
          <ErrorNotice error={narrow.error} />
        </div>
      )}
      {hasNone ? (
        <EmptyState icon={<ShieldCheck size={36} />} title={t('incidents.empty')} hint={t('incidents.emptyHint')} />
      ) : (
        <div className={classes.body}>
          {strip.data && <HeatTable days={days} chosen={filter.day} onChoose={(day) => setListFilter({ day })} />}
          {groups.length > 0 ? (
            <ul className={classes.rows}>
              {groups.map((group) => (
                <IncidentGroupRow key={group.signature} group={group} now={now} />
              ))}
            </ul>
          ) : (
            narrow.data &&
            isFiltered(filter) && (
              <EmptyState
                title={t('incidents.nothingMatches')}
                hint={t('incidents.nothingMatchesHint')}
                action={
                  <Button variant="default" onClick={() => setListFilter(noFilter)}>
                    {t('incidents.filters.clear')}
                  </Button>
                }
              />
            )
          )}
        </div>
      )}
    </div>
  );
}

import { CloseButton, Pill, SegmentedControl, Select } from '@mantine/core';
import type { IncidentGroup } from '../../../shared/incident.ts';
import { causeTitle } from '../../i18n/incident-text.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { engineName } from '../../ui/engine-name.ts';
import type { HeatDay } from './heat-days.ts';
import classes from './IncidentList.module.css';
import { type ListFilter, setListFilter, useListFilter } from './list-filter.ts';

const states: Record<ListFilter['state'], true> = { all: true, unsettled: true, settled: true };
const isState = (text: string): text is ListFilter['state'] => text in states;

/** Narrows the list by state, cause, engine; a chosen day shows as something to take away. */
export function IncidentFilters({ groups, days }: { groups: readonly IncidentGroup[]; days: readonly HeatDay[] }) {
  const { t, format } = useWords();
  const filter = useListFilter();
  const engines = useHearth((state) => state.engines);
  const causes = [...new Set(groups.map(({ cause }) => cause))];
  const engineIds = [...new Set(groups.flatMap((group) => group.engines))];
  const day = days.find((each) => each.day === filter.day);
  return (
    <search className={classes.filters} aria-label={t('incidents.filters.label')}>
      <SegmentedControl
        aria-label={t('incidents.filters.state')}
        value={filter.state}
        onChange={(state) => isState(state) && setListFilter({ state })}
        data={(['all', 'unsettled', 'settled'] as const).map((value) => ({ value, label: t(`incidents.filters.${value}`) }))}
      />
      <Select
        className={classes.causeFilter ?? ''}
        aria-label={t('incidents.filters.cause')}
        placeholder={t('incidents.filters.allCauses')}
        data={causes.map((value) => ({ value, label: causeTitle(t, value) }))}
        value={filter.cause}
        clearable
        clearButtonProps={{ 'aria-label': t('incidents.filters.allCauses') }}
        onChange={(cause) => setListFilter({ cause })}
      />
      {engineIds.length > 1 && (
        <Select
          className={classes.engineFilter ?? ''}
          aria-label={t('incidents.filters.engine')}
          placeholder={t('incidents.filters.allEngines')}
          data={engineIds.map((value) => {
            const engine = engines[value];
            return { value, label: engine ? engineName(t, engine) : value };
          })}
          value={filter.engine}
          clearable
          clearButtonProps={{ 'aria-label': t('incidents.filters.allEngines') }}
          onChange={(engine) => setListFilter({ engine })}
        />
      )}
      {day && (
        <Pill size="md" className={classes.day ?? ''}>
          {t('incidents.filters.day', { day: format.day(day.from) })}
          <CloseButton size="xs" aria-label={t('incidents.filters.clearDay')} onClick={() => setListFilter({ day: null })} />
        </Pill>
      )}
    </search>
  );
}

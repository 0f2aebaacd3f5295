import { ActionIcon, Button, NativeSelect, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Search, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { FlagSetting, Problem } from '../../../../shared/engine.ts';
import type { FlagPage } from '../../../../shared/flag.ts';
import { joinValues } from '../../../../shared/flag-values.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { type ChangeFlag, FlagLine } from './FlagLine.tsx';
import { flagRows, type GroupFilter, groupOrder, infosOf, shownGroups, unknownFlags, valuesOf } from './flag-rows.ts';
import { flagSearchWords } from './flag-words.ts';
import classes from './profile.module.css';

interface FlagListProps {
  page: FlagPage;
  flags: readonly FlagSetting[];
  problems: readonly Problem[];
  onChange: ChangeFlag;
}

const filters: readonly GroupFilter[] = ['all', 'set', ...groupOrder];

/** Every flag this installation knows, in groups; those it does not know stand first, for they stop the start. */
export function FlagList({ page, flags, problems, onChange }: FlagListProps) {
  const { t, say } = useWords();
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search, 120);
  const [filter, setFilter] = useState<GroupFilter>('all');
  const rows = useMemo(() => flagRows(page), [page]);
  const groups = shownGroups(rows, flags, filter, settled, (info) => flagSearchWords(t, info));
  const unknown = unknownFlags(page, flags);
  const isSure = page.source === 'parser';
  if (page.source === 'none') return <EmptyState title={t('profiles.notAsked')} hint={t('profiles.notAskedHint')} />;
  const present = new Set(page.flags.map(({ group }) => group));
  const showAll = (): void => {
    setSearch('');
    setFilter('all');
  };
  return (
    <>
      <div className={classes.find}>
        <TextInput
          className={classes.search ?? ''}
          leftSection={<Search size={14} aria-hidden />}
          placeholder={t('profiles.search')}
          aria-label={t('profiles.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <NativeSelect
          aria-label={t('profiles.group')}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value as GroupFilter)}
          data={filters
            .filter((name) => name === 'all' || name === 'set' || present.has(name))
            .map((name) => ({ value: name, label: t(`profiles.groups.${name}`) }))}
        />
      </div>
      {!isSure && (
        <Text size="xs" c="dimmed" className={classes.source ?? ''}>
          {t('profiles.fromHelp')}
        </Text>
      )}
      {unknown.length > 0 && (
        <section className={classes.group} aria-label={t('profiles.unknown')}>
          <Title order={2} size="h3" className={classes.groupTitle ?? ''} c="var(--mantine-color-error)">
            {t('profiles.unknown')}
          </Title>
          {unknown.map((flag) => (
            <div key={flag} className={classes.line} data-set="true">
              <div className={classes.what}>
                <code className={classes.flag}>
                  {joinValues([flag, ...valuesOf(flags, flag).flatMap((value) => (value === null ? [] : [value]))])}
                </code>
                {problems
                  .filter(({ params }) => params.flag === flag)
                  .map((problem) => (
                    <Text key={problem.key} size="xs" c="var(--mantine-color-error)" role="alert">
                      {say(problem)}
                    </Text>
                  ))}
              </div>
              <div />
              <ActionIcon size={24} aria-label={t('profiles.reset', { flag })} onClick={() => onChange(flag, [])}>
                <X size={14} aria-hidden />
              </ActionIcon>
            </div>
          ))}
        </section>
      )}
      {groups.map(({ group, rows: shown, setCount }) => (
        <section key={group} className={classes.group} aria-label={t(`profiles.groups.${group}`)}>
          <Title order={2} size="h3" className={classes.groupTitle ?? ''}>
            {t(`profiles.groups.${group}`)}
            {setCount > 0 && <span className={classes.note}>{t('profiles.setCount', { count: setCount })}</span>}
          </Title>
          {shown.map((row) => {
            const names = new Set(infosOf(row).map(({ flag }) => flag));
            return (
              <FlagLine
                key={row.key}
                row={row}
                isSure={isSure}
                given={flags.filter(({ flag }) => names.has(flag))}
                problems={problems.filter(({ params }) => names.has(String(params.flag)) || names.has(String(params.other)))}
                onChange={onChange}
              />
            );
          })}
        </section>
      ))}
      {groups.length === 0 && (
        <EmptyState
          title={t('profiles.nothingFound')}
          hint={t('profiles.nothingFoundHint')}
          action={
            <Button variant="default" onClick={showAll}>
              {t('profiles.clearSearch')}
            </Button>
          }
        />
      )}
    </>
  );
}

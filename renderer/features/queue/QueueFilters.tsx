import { Button, CloseButton, Menu, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { ListFilter, Search } from 'lucide-react';
import { useState } from 'react';
import { JobState } from '../../../shared/job.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { useBatches } from './batch-store.ts';
import { batchTitle } from './batch-words.ts';
import classes from './QueueScreen.module.css';
import { setFilter, useQueue } from './queue-store.ts';

const typingMs = 200;

/** Narrows the table by text, state, template and batch. */
export function QueueFilters() {
  const { t, of, format } = useWords();
  const filter = useQueue((state) => state.filter);
  const templates = useHearth((state) => state.templates);
  const { batches } = useBatches();
  /** What stands in the box and was not searched for yet. */
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? filter.text;
  const search = useDebouncedCallback((wanted: string) => {
    setFilter({ text: wanted });
    setTyped(null);
  }, typingMs);
  const clear = (): void => {
    search.cancel();
    setTyped(null);
    setFilter({ text: '' });
  };
  const toggle = (state: JobState): void =>
    setFilter({
      states: filter.states.includes(state) ? filter.states.filter((other) => other !== state) : [...filter.states, state],
    });
  return (
    <search className={classes.filters} aria-label={t('queue.filters')}>
      <TextInput
        className={classes.search ?? ''}
        aria-label={t('queue.search')}
        placeholder={t('queue.search')}
        leftSection={<Search size={14} aria-hidden />}
        rightSection={text !== '' && <CloseButton size="xs" aria-label={t('queue.clearSearch')} onClick={clear} />}
        value={text}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          search(event.currentTarget.value);
        }}
      />
      <Menu withInitialFocusPlaceholder={false} hideDetached={false} closeOnItemClick={false} shadow="md" position="bottom-start">
        <Menu.Target>
          <Button className={classes.stateFilter ?? ''} variant="default" leftSection={<ListFilter size={14} aria-hidden />}>
            {filter.states.length === 0 ? t('queue.allStates') : t('queue.someStates', { count: filter.states.length })}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {JobState.options.map((state) => (
            <Menu.CheckboxItem
              key={state}
              data-autofocus={state === 'queued' || undefined}
              checked={filter.states.includes(state)}
              onChange={() => toggle(state)}
            >
              {t(`common.jobState.${state}`)}
            </Menu.CheckboxItem>
          ))}
          <Menu.Divider />
          <Menu.Item disabled={filter.states.length === 0} onClick={() => setFilter({ states: [] })}>
            {t('queue.allStates')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Select
        className={classes.templateFilter ?? ''}
        aria-label={t('queue.template')}
        placeholder={t('queue.allTemplates')}
        data={Object.values(templates).map((template) => ({ value: template.id, label: of(template.title) }))}
        value={filter.template}
        clearable
        clearButtonProps={{ 'aria-label': t('queue.allTemplates') }}
        onChange={(template) => setFilter({ template })}
      />
      {batches.length > 0 && (
        <Select
          className={classes.templateFilter ?? ''}
          aria-label={t('queue.batch')}
          placeholder={t('queue.allBatches')}
          data={batches.map((batch) => ({
            value: batch.id,
            label: t('queue.batchOption', {
              title: batchTitle(batch, templates[batch.template], of),
              n: format.number(batch.count),
              time: format.time(batch.createdAt),
            }),
          }))}
          value={filter.batch}
          clearable
          comboboxProps={{ width: 320, position: 'bottom-end' }}
          clearButtonProps={{ 'aria-label': t('queue.allBatches') }}
          onChange={(batch) => setFilter({ batch })}
        />
      )}
    </search>
  );
}

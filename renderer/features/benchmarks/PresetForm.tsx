import { Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { BenchmarkPreset } from '../../../shared/benchmark-outlook.ts';
import type { Input } from '../../../shared/rpc.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useAsk } from '../../store/use-ask.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import classes from './plan.module.css';
import { changeDraft, draftConfigurations, type PlanDraft, type PresetId, presetIds } from './plan-draft.ts';

const settleMs = 250;
const noChoices: BenchmarkPreset['choices'] = [];

/** Fills the configurations in from what people compare most; what was typed since stays until another one is chosen. */
export function PresetForm({ draft }: { draft: PlanDraft }) {
  const { t, say } = useWords();
  const { preset, applied } = draft;
  const [flag, setFlag] = useState('');
  const [value, setValue] = useState('');
  const [settled] = useDebouncedValue(value, settleMs);
  const [first, setFirst] = useState('');
  const [second, setSecond] = useState('');
  const isPair = preset === 'profiles' || preset === 'update';
  const pair = isPair && first !== '' && second !== '' && first !== second ? ([first, second] as [string, string]) : null;
  const wish: Input<'benchmarks.presets'> = {
    ...(preset === 'flag' && flag !== '' && { flag: { flag, value: settled.trim() === '' ? null : settled.trim() } }),
    ...(preset === 'profiles' && pair && { profiles: pair }),
    ...(preset === 'update' && pair && { engines: pair }),
  };
  const { data, error } = useAsk('benchmarks.presets', preset === 'own' ? null : wish);
  const offered = preset === 'own' ? undefined : data?.presets.find(({ id }) => id === preset);
  const configurations = offered?.configurations ?? [];
  const key = configurations.length > 0 ? JSON.stringify([preset, configurations]) : '';
  useEffect(() => {
    if (key === '' || key === applied || !offered) return;
    const named = offered.configurations.map((one, place) => {
      const label = offered.labels[place];
      // In the reader's language: the names go with what they see.
      return { ...one, name: label ? t(`benchmarks.presetNames.${label.key}`, label.params).trim() : one.name };
    });
    changeDraft({ configurations: draftConfigurations(named), applied: key });
  }, [key, applied, offered, t]);

  const choose = (next: string | null): void => {
    // The list below offers nothing else.
    changeDraft({ preset: (next ?? 'own') as PresetId });
    setFirst('');
    setSecond('');
  };
  const choices = offered?.choices ?? noChoices;
  const chosen = configurations.flatMap(({ profile, engine }) => (preset === 'profiles' ? (profile ?? []) : (engine ?? [])));
  return (
    <div className={classes.preset}>
      <Select
        label={t('benchmarks.plan.preset')}
        data={presetIds.map((id) => ({ value: id, label: t(`benchmarks.presets.${id}`) }))}
        value={preset}
        onChange={choose}
      />
      {preset === 'flag' && (
        <div className={classes.pair}>
          <Select
            label={t('benchmarks.plan.presetFlag')}
            data={choices}
            value={flag === '' ? null : flag}
            searchable
            onChange={(next) => {
              setFlag(next ?? '');
              setValue('');
            }}
          />
          {flag !== '' && (
            <TextInput
              label={t('benchmarks.plan.presetFlagValue')}
              value={value}
              spellCheck={false}
              onChange={(event) => setValue(event.currentTarget.value)}
            />
          )}
        </div>
      )}
      {isPair && choices.length > 1 && (
        <div className={classes.pair}>
          <Select
            label={t('benchmarks.plan.presetFirst')}
            data={choices}
            value={first || (chosen[0] ?? null)}
            onChange={(next) => {
              setFirst(next ?? '');
              setSecond(second || (chosen[1] ?? ''));
            }}
          />
          <Select
            label={t('benchmarks.plan.presetSecond')}
            data={choices}
            value={second || (chosen[1] ?? null)}
            onChange={(next) => {
              setSecond(next ?? '');
              setFirst(first || (chosen[0] ?? ''));
            }}
          />
        </div>
      )}
      {offered?.problem && <p className={classes.note}>{say(offered.problem)}</p>}
      {offered?.times === 2 && <p className={classes.note}>{t('benchmarks.plan.twice')}</p>}
      {error !== undefined && preset !== 'own' && <ErrorNotice error={error} isCompact />}
    </div>
  );
}

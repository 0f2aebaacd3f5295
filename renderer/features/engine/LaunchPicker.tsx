import { Select } from '@mantine/core';
import type { Engine } from '../../../shared/engine.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useAsk } from '../../store/use-ask.ts';
import classes from './EngineLog.module.css';
import { launchLabel } from './launch-label.ts';

interface LaunchPickerProps {
  engine: Engine;
  /** An older launch; null: the current or last one. */
  launch: string | null;
  onLaunch(launch: string | null): void;
}

/** Chooses whose log is shown; nothing to choose, nothing shown. */
export function LaunchPicker({ engine, launch, onLaunch }: LaunchPickerProps) {
  const { t, format } = useWords();
  // A new launch, or the end of one, changes the list.
  const change = `${engine.launchId} ${engine.state}`;
  const { data } = useAsk('engines.launches', engine.kind === 'external' ? null : { id: engine.id }, change);
  const launches = data?.launches ?? [];
  if (launches.length < 2 && launch === null) return null;
  const value = launch ?? engine.launchId;
  return (
    <Select
      className={classes.launch ?? ''}
      aria-label={t('enginePast.launches.choose')}
      data={launches.map((one) => ({
        value: one.id,
        label: launchLabel(t, format, one, engine),
        disabled: one.logBytes === null,
      }))}
      value={value}
      rightSectionWidth={24}
      onChange={(next) => onLaunch(next === engine.launchId ? null : next)}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
    />
  );
}

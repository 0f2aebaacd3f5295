import { Select } from '@mantine/core';
import { useId } from 'react';
import { defaultSettings } from '../../../shared/settings.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import type { ChoiceField } from './fields.ts';
import { SettingRow } from './SettingRow.tsx';
import classes from './SettingsScreen.module.css';
import { useSetting } from './use-setting.ts';

/** A setting with a few named values. */
export function ChoiceSetting({ field }: { field: ChoiceField }) {
  const { t } = useWords();
  const { key } = field;
  const id = useId();
  const value = useHearth((state) => state.settings[key]);
  const saver = useSetting();
  // The options of fields.ts are those of the schema and of the words; the key makes them one of several unions.
  const word = (option: string): string => t(`settings.options.${key}.${option}` as 'settings.options.theme.dark');
  return (
    <SettingRow
      label={t(`settings.fields.${key}.label`)}
      hint={t(`settings.fields.${key}.hint`)}
      htmlFor={id}
      hintId={`${id}-hint`}
      isSaved={saver.isSaved}
      refusal={saver.refusal}
      reset={
        value === defaultSettings[key]
          ? null
          : { value: word(defaultSettings[key]), act: () => saver.save({ [key]: defaultSettings[key] }) }
      }
    >
      <Select
        id={id}
        aria-describedby={`${id}-hint`}
        className={classes.choice ?? ''}
        value={value}
        onChange={(next) => {
          if (next !== null) saver.save({ [key]: next });
        }}
        data={field.options.map((option) => ({ value: option, label: word(option) }))}
      />
    </SettingRow>
  );
}

import { Select } from '@mantine/core';
import { defaultSettings } from '../../../shared/settings.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import type { ChoiceField } from './fields.ts';
import { rowProps } from './row-props.tsx';
import classes from './SettingsScreen.module.css';
import { useSetting } from './use-setting.ts';

/** A setting with a few named values. */
export function ChoiceSetting({ field }: { field: ChoiceField }) {
  const { t } = useWords();
  const { key } = field;
  const value = useHearth((state) => state.settings[key]);
  const saver = useSetting();
  const initial = defaultSettings[key];
  // The options of fields.ts are those of the schema and of the words; the key makes them one of several unions.
  const word = (option: string): string => t(`settings.options.${key}.${option}` as 'settings.options.theme.dark');
  const row = rowProps({
    label: t(`settings.fields.${key}.label`),
    hint: t(`settings.fields.${key}.hint`),
    saver,
    reset: value === initial ? null : { value: word(initial), act: () => saver.save({ [key]: initial }) },
  });
  return (
    <Select
      {...row}
      classNames={{ ...row.classNames, wrapper: classes.choice ?? '' }}
      value={value}
      onChange={(next) => {
        if (next !== null) saver.save({ [key]: next });
      }}
      data={field.options.map((option) => ({ value: option, label: word(option) }))}
    />
  );
}

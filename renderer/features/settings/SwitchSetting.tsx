import { Switch } from '@mantine/core';
import { useId } from 'react';
import { defaultSettings } from '../../../shared/settings.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import type { SwitchField } from './fields.ts';
import { SettingRow } from './SettingRow.tsx';
import { useSetting } from './use-setting.ts';

/** A setting that is on or off. */
export function SwitchSetting({ field }: { field: SwitchField }) {
  const { t } = useWords();
  const { key } = field;
  const id = useId();
  const value = useHearth((state) => state.settings[key]);
  const saver = useSetting();
  const word = (isOn: boolean): string => (isOn ? t('settings.on') : t('settings.off'));
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
      <Switch
        id={id}
        aria-describedby={`${id}-hint`}
        checked={value}
        onChange={(event) => saver.save({ [key]: event.currentTarget.checked })}
      />
    </SettingRow>
  );
}

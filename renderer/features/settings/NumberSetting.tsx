import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { defaultSettings } from '../../../shared/settings.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { type NumberField, readNumber, shownNumber } from './fields.ts';
import { rowProps } from './row-props.tsx';
import classes from './SettingsScreen.module.css';
import { useSetting } from './use-setting.ts';

/** A setting with a number: saved when the field is left or Enter is pressed; what is out of range is refused beside it. */
export function NumberSetting({ field }: { field: NumberField }) {
  const { t, format } = useWords();
  const { key } = field;
  const stored = useHearth((state) => state.settings[key]);
  const [typed, setTyped] = useState<string | number | null>(null);
  const saver = useSetting();
  const shown = shownNumber(field, stored);
  const unit = field.unit === 'none' ? '' : t(`settings.units.${field.unit}`);
  const withUnit = (value: number): string => `${format.number(value)}${unit}`;

  const commit = (): void => {
    if (typed === null) return;
    if (typed === shown) {
      forget();
      return;
    }
    const read = readNumber(field, typed);
    if ('refusal' in read) {
      saver.refuse(
        read.refusal === 'range'
          ? t('settings.range', { min: withUnit(field.min), max: withUnit(field.max) })
          : t('settings.notNumber'),
      );
      return;
    }
    setTyped(null);
    saver.save({ [key]: read.value });
  };
  const forget = (): void => {
    setTyped(null);
    saver.refuse(null);
  };

  const initial = defaultSettings[key];
  const row = rowProps({
    label: t(`settings.fields.${key}.label`),
    hint: t(`settings.fields.${key}.hint`),
    saver,
    reset:
      stored === initial
        ? null
        : {
            value: withUnit(shownNumber(field, initial)),
            act: () => {
              setTyped(null);
              saver.save({ [key]: initial });
            },
          },
  });
  return (
    <NumberInput
      {...row}
      classNames={{ ...row.classNames, wrapper: classes.number ?? '' }}
      value={typed ?? shown}
      onChange={setTyped}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') forget();
      }}
      // Out of range is said, not silently bent.
      clampBehavior="none"
      allowDecimal={field.decimals > 0}
      decimalScale={field.decimals}
      allowNegative={false}
      suffix={unit}
      hideControls
    />
  );
}

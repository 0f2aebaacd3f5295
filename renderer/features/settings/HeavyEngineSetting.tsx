import { Select } from '@mantine/core';
import { useShallow } from 'zustand/react/shallow';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { engineNameOf } from '../../ui/engine-name.ts';
import { rowProps } from './row-props.tsx';
import classes from './SettingsScreen.module.css';
import { useSetting } from './use-setting.ts';

const anyEngine = '';

/** The one engine that heavy jobs run on, among those there are. */
export function HeavyEngineSetting() {
  const { t } = useWords();
  const value = useHearth((state) => state.settings.heavyEngine);
  const engines = useHearth(useShallow((state) => state.engineOrder.map((id) => `${id} ${engineNameOf(t, state.engines, id)}`)));
  const saver = useSetting();
  const options = engines.map((line) => {
    const at = line.indexOf(' ');
    return { value: line.slice(0, at), label: line.slice(at + 1) };
  });
  // An engine that was removed binds nothing any more.
  const known = options.some((option) => option.value === value) ? value : null;
  const any = t('settings.anyEngine');
  const row = rowProps({
    label: t('settings.fields.heavyEngine.label'),
    hint: t('settings.fields.heavyEngine.hint'),
    saver,
    reset: value === null ? null : { value: any, act: () => saver.save({ heavyEngine: null }) },
  });
  return (
    <Select
      {...row}
      classNames={{ ...row.classNames, wrapper: classes.choice ?? '' }}
      value={known ?? anyEngine}
      allowDeselect={false}
      onChange={(next) => saver.save({ heavyEngine: next === null || next === anyEngine ? null : next })}
      data={[{ value: anyEngine, label: any }, ...options]}
    />
  );
}

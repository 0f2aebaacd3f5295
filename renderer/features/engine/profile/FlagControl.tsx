import { Group, MultiSelect, Select, Switch, TagsInput, TextInput } from '@mantine/core';
import type { FlagInfo } from '../../../../shared/flag.ts';
import { joinValues, splitValues } from '../../../../shared/flag-values.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { FolderButton } from './FolderButton.tsx';

interface FlagControlProps {
  info: FlagInfo;
  /** Whether the installation said how many times it may be given. */
  isSure: boolean;
  values: readonly (string | null)[];
  /** None: the flag is not given; null: the bare flag. */
  onChange(values: (string | null)[]): void;
  hasError: boolean;
  /** Inside of a set the choice of the flag switches it on. */
  isInSet?: boolean;
}

/** The right control for what a flag takes. */
export function FlagControl({ info, isSure, values, onChange, hasError, isInSet = false }: FlagControlProps) {
  const { t } = useWords();
  const { flag, takes } = info;
  const isOn = values.length > 0;
  const toggle = (
    <Switch
      aria-label={flag}
      checked={isOn}
      disabled={info.isOwned}
      onChange={(event) => onChange(event.currentTarget.checked ? [null] : [])}
    />
  );
  if (takes === 'none') return isInSet ? null : toggle;
  if (takes === 'one' || takes === 'some') {
    return (
      <ValueControl info={info} isSure={isSure} values={values} onChange={onChange} hasError={hasError} isBareAllowed={false} />
    );
  }
  return (
    <Group gap="sm" wrap="nowrap" align="center">
      {!isInSet && toggle}
      {isOn && <ValueControl info={info} isSure={isSure} values={values} onChange={onChange} hasError={hasError} isBareAllowed />}
      {!isOn && info.defaultValue !== null && t('profiles.default', { value: info.defaultValue })}
    </Group>
  );
}

type ValueProps = Pick<FlagControlProps, 'info' | 'isSure' | 'values' | 'onChange' | 'hasError'> & { isBareAllowed: boolean };

function ValueControl({ info, isSure, values, onChange, hasError, isBareAllowed }: ValueProps) {
  const { t } = useWords();
  const { flag, takes, choices, type, isOwned } = info;
  const label = t('profiles.value', { flag });
  const given = values.filter((value) => value !== null);
  const hint = isBareAllowed
    ? t('profiles.onBare')
    : info.defaultValue === null
      ? (info.metavar ?? t('profiles.notSet'))
      : t('profiles.default', { value: info.defaultValue });
  const put = (next: readonly string[]): void => onChange(next.length > 0 ? [...next] : isBareAllowed ? [null] : []);
  const common = { 'aria-label': label, placeholder: hint, error: hasError, disabled: isOwned, style: { flex: 1, minWidth: 0 } };

  if (takes === 'any' || takes === 'some') {
    const parts = given.flatMap(splitValues);
    const putParts = (next: string[]): void => put(next.length > 0 ? [joinValues(next)] : []);
    // What stands there is offered too, so that a wrong value is seen and can be taken out.
    if (choices) {
      return (
        <MultiSelect
          {...common}
          placeholder={parts.length > 0 ? '' : hint}
          data={[...new Set([...choices, ...parts])]}
          value={parts}
          onChange={putParts}
        />
      );
    }
    return (
      <TagsInput
        {...common}
        placeholder={parts.length > 0 ? '' : hint}
        value={parts}
        onChange={putParts}
        splitChars={[]}
        acceptValueOnBlur
      />
    );
  }
  if ((info.isRepeatable && isSure) || given.length > 1) {
    return (
      <TagsInput
        {...common}
        placeholder={given.length > 0 ? '' : hint}
        value={given}
        onChange={put}
        splitChars={[]}
        acceptValueOnBlur
        allowDuplicates
      />
    );
  }
  const value = given[0] ?? '';
  if (choices) {
    return (
      <Select
        {...common}
        data={[...new Set([...choices, ...given])]}
        value={value === '' ? null : value}
        onChange={(next) => put(next === null ? [] : [next])}
        clearable
        clearButtonProps={{ 'aria-label': t('profiles.reset', { flag }) }}
      />
    );
  }
  return (
    <TextInput
      {...common}
      value={value}
      inputMode={type === 'integer' ? 'numeric' : type === 'number' ? 'decimal' : 'text'}
      spellCheck={false}
      onChange={(event) => put(event.currentTarget.value === '' ? [] : [event.currentTarget.value])}
      rightSection={
        type === 'folder' || flag.endsWith('-directory') ? (
          <FolderButton label={label} onPick={(folder) => put([folder])} />
        ) : null
      }
    />
  );
}

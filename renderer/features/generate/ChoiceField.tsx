import { Select, TextInput } from '@mantine/core';
import { useWords } from '../../i18n/use-words.ts';
import type { ControlProps } from './FieldFrame.tsx';

type Choice = string | number | boolean;

interface ChoiceFieldProps {
  control: ControlProps;
  value: Choice | null;
  /** Null while no engine could say what there is. */
  choices: readonly Choice[] | null;
  onChange: (value: Choice) => void;
}

// Option values are text; JSON keeps the number 1 and the text "1" apart.
const encode = (choice: Choice): string => JSON.stringify(choice);

/** A list that is searched by typing. A choice that is not in it stays visible, and without a list the name can be typed. */
export function ChoiceField({ control, value, choices, onChange }: ChoiceFieldProps) {
  const { t } = useWords();
  if (choices === null)
    return (
      <TextInput
        {...control}
        value={value === null ? '' : String(value)}
        placeholder={t('generate.choiceUnknown')}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  const options = choices.map((choice) => ({ value: encode(choice), label: String(choice) }));
  const known = new Map(choices.map((choice) => [encode(choice), choice]));
  const current = value === null ? null : encode(value);
  if (value !== null && current !== null && !known.has(current)) {
    options.unshift({ value: current, label: String(value) });
    known.set(current, value);
  }
  return (
    <Select
      {...control}
      data={options}
      value={current}
      searchable
      allowDeselect={false}
      checkIconPosition="right"
      maxDropdownHeight={320}
      limit={200}
      nothingFoundMessage={t('generate.nothingFound')}
      comboboxProps={{ shadow: 'md' }}
      onChange={(next) => {
        const choice = next === null ? undefined : known.get(next);
        if (choice !== undefined) onChange(choice);
      }}
    />
  );
}

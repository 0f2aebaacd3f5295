import { MultiSelect, SegmentedControl, Textarea } from '@mantine/core';
import { useId } from 'react';
import type { Value } from '../../../shared/job.ts';
import type { Parameter } from '../../../shared/template.ts';
import { useWords } from '../../i18n/use-words.ts';
import type { ControlProps } from './FieldFrame.tsx';
import classes from './form.module.css';
import { NumberField } from './NumberField.tsx';
import { asList, asRange, readVariation, type Variation } from './variation.ts';

interface VaryFieldProps {
  control: ControlProps;
  parameter: Parameter;
  variation: Variation;
  /** Null while no engine could say what there is. */
  choices: readonly Value[] | null;
  onChange: (variation: Variation) => void;
}

/** So many values are shown before the rest is counted. */
const shownValues = 8;

/** The values that a parameter takes in turn: a list, a range, or some of its choices. */
export function VaryField({ control, parameter, variation, choices, onChange }: VaryFieldProps) {
  const { t, format } = useWords();
  const { values } = readVariation(parameter, variation, choices);
  const isNumeric = parameter.type === 'integer' || parameter.type === 'number' || parameter.type === 'seed';
  const summary = (
    <p className={classes.varied}>
      <strong>{t('batches.vary.values', { count: values.length, n: format.number(values.length) })}</strong>
      {isNumeric &&
        values.length > 0 &&
        `: ${values.slice(0, shownValues).join(' · ')}${values.length > shownValues ? ' …' : ''}`}
    </p>
  );
  if (parameter.type === 'boolean') return <p className={classes.varied}>{t('batches.vary.both')}</p>;
  if (variation.kind === 'choices') return <ChoicesField {...{ control, variation, choices, onChange }} />;
  if (parameter.type === 'text')
    return (
      <>
        <Textarea
          {...control}
          autosize
          minRows={3}
          maxRows={14}
          spellCheck={false}
          placeholder={t('batches.vary.lines')}
          value={variation.kind === 'list' ? variation.text : ''}
          onChange={(event) => onChange({ kind: 'list', text: event.currentTarget.value })}
        />
        {summary}
      </>
    );
  return (
    <div className={classes.vary}>
      {isNumeric && (
        <SegmentedControl
          aria-label={t('batches.vary.kind')}
          value={variation.kind}
          data={[
            { value: 'list', label: t('batches.vary.list') },
            { value: 'range', label: t('batches.vary.range') },
          ]}
          onChange={(kind) => onChange(kind === 'range' ? asRange(variation, parameter) : asList(variation, values))}
        />
      )}
      {variation.kind === 'list' ? (
        <input
          {...control}
          className={classes.input}
          type="text"
          autoComplete="off"
          spellCheck={false}
          placeholder={t('batches.vary.example')}
          value={variation.text}
          onChange={(event) => onChange({ kind: 'list', text: event.currentTarget.value })}
        />
      ) : (
        <RangeFields {...{ control, parameter, variation, onChange }} />
      )}
      {summary}
    </div>
  );
}

interface RangeFieldsProps {
  control: ControlProps;
  parameter: Parameter;
  variation: Extract<Variation, { kind: 'range' }>;
  onChange: (variation: Variation) => void;
}

function RangeFields({ control, parameter, variation, onChange }: RangeFieldsProps) {
  const { t } = useWords();
  const id = useId();
  const range = { min: parameter.min, max: parameter.max, step: parameter.step };
  return (
    <div className={classes.range}>
      {(['from', 'to', 'step'] as const).map((side, place) => (
        <div key={side}>
          <label htmlFor={place === 0 ? control.id : `${id}-${side}`} className={classes.hint}>
            {t(`batches.vary.${side}`)}
          </label>
          <NumberField
            control={{ ...control, id: place === 0 ? control.id : `${id}-${side}` }}
            text={variation[side]}
            range={side === 'step' ? { step: parameter.step } : range}
            onChange={(text) => onChange({ ...variation, [side]: text })}
          />
        </div>
      ))}
    </div>
  );
}

interface ChoicesFieldProps {
  control: ControlProps;
  variation: Extract<Variation, { kind: 'choices' }>;
  choices: readonly Value[] | null;
  onChange: (variation: Variation) => void;
}

// Option values are text; JSON keeps the number 1 and the text "1" apart.
const encode = (choice: Value): string => JSON.stringify(choice);

function ChoicesField({ control, variation, choices, onChange }: ChoicesFieldProps) {
  const { t } = useWords();
  const known = new Map([...(choices ?? []), ...variation.values].map((choice) => [encode(choice), choice]));
  return (
    <MultiSelect
      {...control}
      data={[...known].map(([value, choice]) => ({ value, label: String(choice) }))}
      value={variation.values.map(encode)}
      searchable
      clearable
      maxDropdownHeight={320}
      limit={200}
      nothingFoundMessage={t('generate.nothingFound')}
      comboboxProps={{ shadow: 'md' }}
      onChange={(next) =>
        onChange({
          kind: 'choices',
          values: next.flatMap((value) => {
            const choice = known.get(value);
            return choice === undefined ? [] : [choice];
          }),
        })
      }
    />
  );
}

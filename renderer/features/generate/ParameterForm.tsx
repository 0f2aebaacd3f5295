import { Switch, Textarea } from '@mantine/core';
import type { Value, Values } from '../../../shared/job.ts';
import type { Parameter, Template } from '../../../shared/template.ts';
import { useWords } from '../../i18n/use-words.ts';
import { ChoiceField } from './ChoiceField.tsx';
import { type ControlProps, FieldFrame } from './FieldFrame.tsx';
import classes from './form.module.css';
import { choicesOf, shownValue, withValue } from './form-values.ts';
import { ImageField } from './ImageField.tsx';
import { NumberField } from './NumberField.tsx';
import { SeedField } from './SeedField.tsx';
import { SizeField } from './SizeField.tsx';
import { isSlidable, SliderField } from './SliderField.tsx';
import { VaryField } from './VaryField.tsx';
import { VaryToggle } from './VaryToggle.tsx';
import { canVary, startVariation, type Variation } from './variation.ts';

type Choice = string | number | boolean;

interface ParameterFormProps {
  template: Template;
  draft: Values;
  /** Lists that the engines supply, by parameter key. */
  supplied: Record<string, readonly Choice[] | null>;
  /** What is wrong, by parameter key, in words. */
  problems: Readonly<Record<string, string>>;
  /** What takes several values in turn, by parameter key. */
  variations: Readonly<Record<string, Variation>>;
  lastSeed: string | null;
  /** null: back to one value. */
  onVary: (key: string, variation: Variation | null) => void;
  /** What becomes of the draft of that moment: a picture may arrive seconds after it was chosen. */
  onChange: (edit: (draft: Values) => Values) => void;
}

/** The form of a template, made from its parameters in their order. */
export function ParameterForm(props: ParameterFormProps) {
  const { template, draft, supplied, problems, variations, lastSeed, onVary, onChange } = props;
  const { of } = useWords();
  const byRole = (role: Parameter['role']): Parameter | undefined => template.parameters.find((one) => one.role === role);
  const [width, height] = [byRole('width'), byRole('height')];
  const firstImage = template.parameters.find(({ type }) => type === 'image');
  const shown = (parameter: Parameter): Value | null => shownValue(parameter, draft, choicesOf(parameter, supplied));
  const set = (parameter: Parameter, value: Value): void =>
    onChange((before) => withValue(before, parameter, value, choicesOf(parameter, supplied)));

  const isVaried = (parameter: Parameter | undefined): boolean =>
    parameter !== undefined && variations[parameter.key] !== undefined;
  const toggle = (parameter: Parameter) =>
    canVary(parameter) && (
      <VaryToggle
        label={of(parameter.label)}
        isVaried={isVaried(parameter)}
        onToggle={() => {
          const choices = choicesOf(parameter, supplied);
          onVary(parameter.key, isVaried(parameter) ? null : startVariation(parameter, shown(parameter), choices));
        }}
      />
    );

  const control = (parameter: Parameter, props: ControlProps) => {
    const variation = variations[parameter.key];
    if (variation)
      return (
        <VaryField
          control={props}
          parameter={parameter}
          variation={variation}
          choices={choicesOf(parameter, supplied)}
          onChange={(next) => onVary(parameter.key, next)}
        />
      );
    const value = shown(parameter);
    const text = String(value ?? '');
    const label = of(parameter.label);
    const change = (next: Value): void => set(parameter, next);
    switch (parameter.type) {
      case 'text':
        return (
          <Textarea
            {...props}
            autosize
            minRows={parameter.role === 'prompt' ? 4 : 2}
            maxRows={14}
            spellCheck={false}
            value={text}
            onChange={(event) => change(event.currentTarget.value)}
          />
        );
      case 'integer':
      case 'number':
        return isSlidable(parameter) ? (
          <SliderField control={props} text={text} range={parameter} label={label} onChange={change} />
        ) : (
          <NumberField control={props} text={text} range={parameter} onChange={change} />
        );
      case 'boolean':
        return <Switch {...props} checked={value === true} onChange={(event) => change(event.currentTarget.checked)} />;
      case 'choice':
        return <ChoiceField control={props} value={value} choices={choicesOf(parameter, supplied)} onChange={change} />;
      case 'seed':
        return <SeedField control={props} text={text} range={parameter} last={lastSeed} onChange={change} />;
      case 'image':
        return <ImageField control={props} value={text} label={label} takesPastes={parameter === firstImage} onChange={change} />;
    }
  };

  // Width and height are one thing until one of them takes several values.
  const isSize = width !== undefined && height !== undefined && !isVaried(width) && !isVaried(height);
  return (
    <div className={classes.form}>
      {template.parameters.map((parameter) => {
        if (isSize && parameter === height) return null;
        if (isSize && parameter === width)
          return (
            <SizeField
              key={parameter.key}
              width={width}
              height={height}
              limits={template.limits}
              texts={{ width: String(shown(width) ?? ''), height: String(shown(height) ?? '') }}
              problems={{ width: problems[width.key], height: problems[height.key] }}
              asides={{ width: toggle(width), height: toggle(height) }}
              onChange={(texts) =>
                onChange((before) => withValue(withValue(before, width, texts.width, null), height, texts.height, null))
              }
            />
          );
        return (
          <FieldFrame
            key={parameter.key}
            label={of(parameter.label)}
            help={of(parameter.help)}
            problem={problems[parameter.key]}
            aside={toggle(parameter)}
            shape={isVaried(parameter) ? 'full' : shapeOf(parameter)}
          >
            {(props) => control(parameter, props)}
          </FieldFrame>
        );
      })}
    </div>
  );
}

/** Sliders take a line, short controls stand two in a row. Pure. */
const shapeOf = (parameter: Parameter): 'full' | 'half' | 'line' => {
  const isNumber = parameter.type === 'integer' || parameter.type === 'number';
  if (isNumber) return isSlidable(parameter) ? 'line' : 'half';
  if (parameter.type === 'boolean') return 'half';
  return parameter.type === 'choice' && parameter.role !== 'model' ? 'half' : 'full';
};

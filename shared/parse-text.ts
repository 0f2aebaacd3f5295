import { type CheckedValue, checkValue } from './check-value.ts';
import type { Value } from './job.ts';
import type { Parameter } from './template.ts';

/** A decimal number as people and programs write it: a point, no separators, no words. */
const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** The choice that `text` writes: as text first, then as the number or boolean it spells. */
const choiceOf = (text: string, choices: readonly Value[]): Value =>
  choices.includes(text) ? text : (choices.find((choice) => typeof choice !== 'string' && String(choice) === text) ?? text);

/**
 * Reads what a person typed, in a form or after `--set key=`, as a value of the parameter's type. Texts stay as they are, byte
 * for byte; a choice keeps its JSON type, so `4444` stays text where the choices are texts. Pure.
 */
export const parseText = (parameter: Parameter, text: string, choices?: readonly Value[]): CheckedValue => {
  const trimmed = text.trim();
  switch (parameter.type) {
    case 'number':
      // What is no decimal goes on as text, and is refused with the text as it was written.
      return checkValue(parameter, decimal.test(trimmed) ? Number(trimmed) : text);
    case 'integer':
    case 'seed':
      return checkValue(parameter, trimmed);
    case 'boolean':
      return checkValue(parameter, trimmed === 'true' ? true : trimmed === 'false' ? false : text);
    case 'choice':
      return checkValue(
        parameter,
        choiceOf(text, Array.isArray(parameter.choices) ? parameter.choices : (choices ?? [])),
        choices,
      );
    case 'text':
    case 'image':
      return checkValue(parameter, text);
  }
};

import { randomSeed } from '../../../shared/check-value.ts';
import type { Value, Values } from '../../../shared/job.ts';
import type { Parameter } from '../../../shared/template.ts';

type Choice = string | number | boolean;

/** The choices of a parameter: its own, or what the engines supply; null while nobody can say. */
export const choicesOf = (parameter: Parameter, supplied: Record<string, readonly Choice[] | null>): readonly Choice[] | null =>
  Array.isArray(parameter.choices) ? parameter.choices : (supplied[parameter.key] ?? null);

/** What a choice is when nobody chose: the default where it exists, else the first there is. Pure. */
const untouchedChoice = (parameter: Parameter, choices: readonly Choice[] | null): Choice | null => {
  const wanted = parameter.default ?? null;
  if (choices === null || (wanted !== null && choices.includes(wanted))) return wanted;
  return parameter.role === 'model' || wanted === null ? (choices[0] ?? wanted) : wanted;
};

/** What the form shows for a parameter: what was typed, else what will be taken without it. Numbers stay as typed. Pure. */
export const shownValue = (parameter: Parameter, draft: Values, choices: readonly Choice[] | null): Value | null => {
  const typed = draft[parameter.key];
  if (typed !== undefined) return typed;
  switch (parameter.type) {
    case 'seed':
      return randomSeed;
    case 'choice':
      return untouchedChoice(parameter, choices);
    case 'boolean':
      return parameter.default ?? false;
    default:
      return parameter.default === undefined ? '' : String(parameter.default);
  }
};

/** The draft with one more value; a value equal to what would be taken anyway leaves it, so that a new default can reach it. Pure. */
export const withValue = (draft: Values, parameter: Parameter, value: Value, choices: readonly Choice[] | null): Values => {
  const { [parameter.key]: _before, ...rest } = draft;
  return value === shownValue(parameter, {}, choices) ? rest : { ...draft, [parameter.key]: value };
};

import { type ParsedAxis, parseAxis } from '../../../shared/axis-text.ts';
import type { Value } from '../../../shared/job.ts';
import type { Parameter } from '../../../shared/template.ts';

/** How a person says which values a parameter shall take in turn; as typed, so that nothing typed is lost. */
export type Variation =
  | { kind: 'list'; text: string }
  | { kind: 'range'; from: string; to: string; step: string }
  | { kind: 'choices'; values: readonly Value[] };

type Choice = string | number | boolean;

/** Pictures are chosen one at a time. */
export const canVary = ({ type }: Parameter): boolean => type !== 'image';

/** Where a person begins who wants to vary what the form shows: with that one value. Pure. */
export const startVariation = ({ type }: Parameter, shown: Value | null, choices: readonly Choice[] | null): Variation => {
  if (type === 'boolean') return { kind: 'choices', values: [true, false] };
  // Without a list the names can be typed.
  if (type === 'choice' && choices !== null) return { kind: 'choices', values: shown === null || shown === '' ? [] : [shown] };
  // A line is a value of its own.
  const text = String(shown ?? '').replaceAll(/\s*\n\s*/g, ' ');
  return { kind: 'list', text: type === 'seed' && text === 'random' ? '' : text };
};

/** The other way to say it, from what was typed so far. Pure. */
export const asRange = (variation: Variation, { step, min, max }: Parameter): Variation => {
  if (variation.kind === 'range') return variation;
  const numbers = variation.kind === 'list' ? variation.text.split(/[,\s]+/).filter((part) => part !== '') : [];
  return {
    kind: 'range',
    from: numbers[0] ?? String(min ?? ''),
    to: numbers.at(-1) ?? String(max ?? ''),
    step: String(step ?? 1),
  };
};

export const asList = (variation: Variation, values: readonly Value[]): Variation =>
  variation.kind === 'list' ? variation : { kind: 'list', text: values.join(', ') };

/** Reads the values; entries that cannot be used are named. Pure. */
export const readVariation = (parameter: Parameter, variation: Variation, choices: readonly Choice[] | null): ParsedAxis => {
  switch (variation.kind) {
    case 'list':
      return parseAxis(parameter, variation.text, choices ?? undefined);
    case 'range': {
      const { from, to, step } = variation;
      const isBlank = [from, to, step].some((text) => text.trim() === '');
      return parseAxis(parameter, isBlank ? '' : `${from.trim()}..${to.trim()}:${step.trim()}`);
    }
    case 'choices':
      return variation.values.length === 0
        ? { values: [], issues: [{ parameter: parameter.key, key: 'axisEmpty', params: { key: parameter.key } }] }
        : { values: [...variation.values], issues: [] };
  }
};

import type { Value } from './job.ts';
import type { Parameter } from './template.ts';
import { wholeNumber, wholeValue } from './whole-number.ts';
import type { ErrorKey, WordParams } from './words.ts';

/** Why a value is refused: the parameter's key, and the sentence under `i18n.errors`. */
export interface ValueIssue {
  parameter: string;
  key: ErrorKey;
  params: WordParams;
}
export type CheckedValue = { ok: true; value: Value } | { ok: false; issue: ValueIssue };

/** What stands for "draw one" where a seed is expected. */
export const randomSeed = 'random';
/** Largest seed that ComfyUI's samplers take: 2^64 - 1. */
export const maxSeed = 18_446_744_073_709_551_615n;

/** Longest text of one value, in characters: far above any prompt, and every list, event and snapshot carries it. */
export const maxTextLength = 1_000_000;

/** Value of an `image` parameter: a picture in Hearth's own store, named by its content. */
export const imageValuePattern = /^[0-9a-f]{64}\.(png|jpg|webp|gif|bmp)$/;

const shown = (given: unknown): string => {
  const isPlain = given === null || !['string', 'object'].includes(typeof given);
  const text = isPlain ? String(given) : JSON.stringify(given);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
};

/** Choices as a sentence names them: the first dozen. */
export const listed = (choices: readonly Value[]): string =>
  choices.length === 0 ? '–' : choices.slice(0, 12).map(String).join(', ') + (choices.length > 12 ? ' …' : '');

const refuse = (parameter: Parameter, key: ErrorKey, given: unknown, more: WordParams = {}): CheckedValue => ({
  ok: false,
  issue: { parameter: parameter.key, key, params: { key: parameter.key, given: shown(given), ...more } },
});

const outside = (parameter: Parameter, given: unknown): CheckedValue => {
  const { min, max } = parameter;
  if (min === undefined) return refuse(parameter, 'valueTooLarge', given, { max: String(max) });
  if (max === undefined) return refuse(parameter, 'valueTooSmall', given, { min: String(min) });
  return refuse(parameter, 'valueOutOfRange', given, { min: String(min), max: String(max) });
};

const checkInteger = (parameter: Parameter, given: unknown): CheckedValue => {
  // Adding zero makes 0 of -0.
  const whole = typeof given === 'number' && Number.isSafeInteger(given) ? given + 0 : wholeNumber(given);
  if (whole === null) return refuse(parameter, 'valueNotInteger', given);
  // BigInt and number compare exactly; a bound that is text may be beyond 2^53.
  const { min, max } = parameter;
  const isInside =
    (min === undefined || whole >= (typeof min === 'string' ? BigInt(min) : min)) &&
    (max === undefined || whole <= (typeof max === 'string' ? BigInt(max) : max));
  if (!isInside) return outside(parameter, given);
  return { ok: true, value: typeof whole === 'bigint' ? wholeValue(whole) : whole };
};

/** Bounds of a seed parameter; ComfyUI's own where the template sets none. Pure. */
export const seedRange = ({ min, max }: Pick<Parameter, 'min' | 'max'>): { min: bigint; max: bigint } => ({
  min: wholeNumber(min) ?? 0n,
  max: wholeNumber(max) ?? maxSeed,
});

const checkSeed = (parameter: Parameter, given: unknown): CheckedValue => {
  if (given === randomSeed) return { ok: true, value: randomSeed };
  const whole = wholeNumber(given);
  const { min, max } = seedRange(parameter);
  return whole === null || whole < min || whole > max
    ? refuse(parameter, 'valueNotSeed', given, { min: min.toString(), max: max.toString() })
    : { ok: true, value: whole.toString() };
};

const checkNumber = (parameter: Parameter, given: unknown): CheckedValue => {
  if (typeof given !== 'number' || !Number.isFinite(given)) return refuse(parameter, 'valueNotNumber', given);
  const { min, max } = parameter;
  return (min !== undefined && given < Number(min)) || (max !== undefined && given > Number(max))
    ? outside(parameter, given)
    : // -0 would reach the graph as 0 anyway; one zero keeps equal requests equal.
      { ok: true, value: given === 0 ? 0 : given };
};

const checkChoice = (parameter: Parameter, given: unknown, choices: readonly Value[] | undefined): CheckedValue => {
  const isScalar = typeof given === 'string' || typeof given === 'boolean' || Number.isFinite(given);
  const offered = Array.isArray(parameter.choices) ? parameter.choices : choices;
  if (offered === undefined) {
    return isScalar ? { ok: true, value: given as Value } : refuse(parameter, 'valueNotChoice', given, { allowed: '…' });
  }
  const value = offered.find((choice) => choice === given);
  return value === undefined ? refuse(parameter, 'valueNotChoice', given, { allowed: listed(offered) }) : { ok: true, value };
};

/**
 * Whether a parameter takes a value, and the value as it is kept: seeds as decimal text (or `random`), integers as numbers up to
 * 2^53 and text beyond, everything else unchanged. Steps are not enforced. Choices that an engine supplies are checked only where
 * `choices` gives them. Pure.
 */
export const checkValue = (parameter: Parameter, given: unknown, choices?: readonly Value[]): CheckedValue => {
  if (typeof given === 'string' && given.length > maxTextLength)
    return refuse(parameter, 'valueTooLong', given, { length: given.length, max: maxTextLength });
  switch (parameter.type) {
    case 'text':
      return typeof given === 'string' ? { ok: true, value: given } : refuse(parameter, 'valueNotText', given);
    case 'integer':
      return checkInteger(parameter, given);
    case 'number':
      return checkNumber(parameter, given);
    case 'boolean':
      return typeof given === 'boolean' ? { ok: true, value: given } : refuse(parameter, 'valueNotBoolean', given);
    case 'choice':
      return checkChoice(parameter, given, choices);
    case 'seed':
      return checkSeed(parameter, given);
    case 'image':
      return typeof given === 'string' && imageValuePattern.test(given)
        ? { ok: true, value: given }
        : refuse(parameter, 'valueNotImage', given);
  }
};

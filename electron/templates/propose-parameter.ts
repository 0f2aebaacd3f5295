import { checkValue, maxSeed } from '../../shared/check-value.ts';
import type { Value } from '../../shared/job.ts';
import type { Localized, Parameter, ParameterType } from '../../shared/template.ts';
import { wholeNumber, wholeValue } from '../../shared/whole-number.ts';
import { isRawNumber } from '../lib/exact-json.ts';
import type { GraphNode, Literal } from './graph.ts';
import type { KnownInput } from './known-inputs.ts';
import { formatPointer } from './pointer.ts';
import type { ClassTable } from './templates.ts';

type InputSpec = NonNullable<ReturnType<ClassTable['get']>>['inputs'][number];

export interface Proposal {
  id: string;
  node: GraphNode;
  input: string;
  literal: Literal;
  spec: InputSpec | undefined;
  known: KnownInput | undefined;
}

const isSeedName = (name: string): boolean => /^(noise_)?seed(_num)?$/.test(name);

const typeOf = ({ node, input, literal, spec, known }: Proposal): ParameterType => {
  if (spec?.choices) return spec.options?.image_upload === true ? 'image' : 'choice';
  if (/^LoadImage/.test(node.class_type) && input === 'image') return 'image';
  switch (spec?.type) {
    case 'INT':
      return isSeedName(input) || spec.options?.control_after_generate ? 'seed' : 'integer';
    case 'FLOAT':
      return 'number';
    case 'STRING':
      return 'text';
    case 'BOOLEAN':
      return 'boolean';
    default:
      return known?.type ?? typeOfLiteral(literal);
  }
};

const typeOfLiteral = (literal: Literal): ParameterType => {
  if (typeof literal === 'string') return 'text';
  if (typeof literal === 'boolean') return 'boolean';
  return isRawNumber(literal) || Number.isSafeInteger(literal) ? 'integer' : 'number';
};

/** A bound of `/object_info` as a template holds it; undefined for none, and for those so far out that they say nothing. */
const boundOf = (type: ParameterType, bound: unknown): number | string | undefined => {
  const plain = isRawNumber(bound) ? bound.rawJSON : bound;
  if (type === 'number') return typeof plain === 'number' && Math.abs(plain) < 1e9 ? plain : undefined;
  // 2^64 - 1 read as a double is 2^64.
  const whole = typeof plain === 'number' && Number.isInteger(plain) ? BigInt(plain) : wholeNumber(plain);
  if (whole === null) return undefined;
  if (type === 'seed') return whole < 0n || whole >= maxSeed ? undefined : wholeValue(whole);
  return Number.isSafeInteger(Number(whole)) ? Number(whole) : undefined;
};

const rangeOf = (type: ParameterType, spec: InputSpec | undefined): Pick<Parameter, 'min' | 'max' | 'step'> => {
  if (type !== 'integer' && type !== 'number' && type !== 'seed') return {};
  const options = spec?.options ?? {};
  const [min, max] = [boundOf(type, options.min), boundOf(type, options.max)];
  const { step } = options;
  const hasStep = type !== 'seed' && typeof step === 'number' && Number.isFinite(step) && step > 0 && step !== 1;
  // Nonsense in an engine's answer gives no range rather than one that nothing fits.
  const isInOrder = min === undefined || max === undefined || Number(min) <= Number(max);
  return {
    ...(isInOrder && min !== undefined ? { min } : {}),
    ...(isInOrder && max !== undefined ? { max } : {}),
    ...(hasStep ? { step } : {}),
  };
};

/** The literal as a default: moved into the range where it lies outside, for an engine would refuse it as well. */
const defaultFor = (parameter: Parameter, literal: Literal): Value | undefined => {
  const value = isRawNumber(literal) ? literal.rawJSON : literal;
  const checked = checkValue(parameter, value);
  if (checked.ok) return checked.value;
  if (typeof value !== 'number') return undefined;
  const { min, max } = parameter;
  const inside = Math.min(Math.max(value, Number(min ?? value)), Number(max ?? value));
  const moved = checkValue(parameter, inside);
  return moved.ok ? moved.value : undefined;
};

/**
 * The parameter that a literal input could become: type, range and choices as the engine tells them, else as the value suggests. Null
 * for a value that no parameter could hold. Pure.
 */
export const proposeParameter = (proposal: Proposal, key: string, label: Localized): Parameter | null => {
  const { id, node, input, literal, spec, known } = proposal;
  const help = known?.help ?? { en: '', ko: '' };
  const build = (type: ParameterType, range: Pick<Parameter, 'min' | 'max' | 'step'>): Parameter => ({
    key,
    type,
    ...(known?.role === undefined ? {} : { role: known.role }),
    targets: [formatPointer([id, 'inputs', input])],
    ...range,
    ...(type === 'choice' ? { choices: { class: node.class_type, input } } : {}),
    label,
    help,
  });
  const type = typeOf(proposal);
  const parameter = build(type, rangeOf(type, spec));
  if (type === 'seed' || type === 'image') return parameter;
  const start = defaultFor(parameter, literal);
  if (start !== undefined) return { ...parameter, default: start };
  // The value does not fit the type that the engine names, and engines convert: what stands there decides.
  const plain = build(typeOfLiteral(literal), {});
  const own = defaultFor(plain, literal);
  return own === undefined ? null : { ...plain, default: own };
};

import type { InputSpec, Listings } from '../nodes/node-class.ts';
import { errorConfig } from '../nodes/node-info.ts';
import { isEqual, shown, toBool, toFloat, toInt } from '../python/convert.ts';
import { repr, str } from '../python/text.ts';
import { isDict, type PyDict, PyError, PyFloat, type PyValue } from '../python/values.ts';
import type { NodeError } from './graph-checks.ts';

// Longer lists are counted in an error, not shown.
const mostShownChoices = 20;

/**
 * Checks one value that is no link, and puts the converted one in its place. With `isOwnCheck` the node checks range and choice itself.
 * Null: it is fine.
 */
export const checkLiteral = (
  inputs: PyDict,
  name: string,
  spec: InputSpec,
  isV3: boolean,
  listings: Listings,
  isOwnCheck: boolean,
): NodeError | null => {
  const config = (): PyValue[] => errorConfig(spec, isV3, listings);
  const extra = (entries: Record<string, PyValue>): PyDict => new Map(Object.entries({ input_name: name, ...entries }));
  const given = inputs.get(name) ?? null;
  const unwrapped = isDict(given) && given.has('__value__') ? (given.get('__value__') ?? null) : given;
  let value: PyValue;
  try {
    value = convert(unwrapped, spec.type);
  } catch (error) {
    if (!(error instanceof PyError)) throw error;
    return {
      type: 'invalid_input_type',
      message: `Failed to convert an input value to a ${spec.type} value`,
      details: `${name}, ${str(unwrapped)}, ${error.message}`,
      extraInfo: extra({ input_config: config(), received_value: unwrapped, exception_message: error.message }),
    };
  }
  inputs.set(name, value);
  if (isOwnCheck) return null;
  const bound = (type: string, what: string, limit: PyValue): NodeError => ({
    type,
    message: `Value ${shown(value)} ${what} of ${shown(limit)}`,
    details: name,
    extraInfo: extra({ input_config: config(), received_value: value }),
  });
  const min = spec.options.get('min');
  const max = spec.options.get('max');
  if (min !== undefined && compare(value, min) < 0) return bound('value_smaller_than_min', 'smaller than min', min);
  if (max !== undefined && compare(value, max) > 0) return bound('value_bigger_than_max', 'bigger than max', max);
  const choices = spec.choices?.(listings);
  if (!choices || choices.some((choice) => isEqual(choice, value))) return null;
  const isLong = choices.length > mostShownChoices;
  const list = isLong ? `(list of length ${choices.length})` : repr([...choices]);
  return {
    type: 'value_not_in_list',
    message: 'Value not in list',
    details: `${name}: ${repr(value)} not in ${list}`,
    extraInfo: extra({ input_config: isLong ? null : config(), received_value: value }),
  };
};

const convert = (value: PyValue, type: string): PyValue => {
  switch (type) {
    case 'INT':
      return toInt(value);
    case 'FLOAT':
      return toFloat(value);
    case 'STRING':
      return str(value);
    case 'BOOLEAN':
      return toBool(value);
    default:
      return value;
  }
};

/** Below zero, zero or above; NaN is neither smaller nor bigger. Pure. */
const compare = (value: PyValue, limit: PyValue): number => {
  const [a, b] = [value, limit].map((number) => (number instanceof PyFloat ? number.value : number));
  if ((typeof a !== 'number' && typeof a !== 'bigint') || (typeof b !== 'number' && typeof b !== 'bigint')) return 0;
  return a < b ? -1 : a > b ? 1 : 0;
};

import { floatText, repr, str, typeName } from './text.ts';
import { isDict, PyError, PyFloat, type PyValue, pyInt } from './values.ts';

/** `int(value)` of Python: truncates, reads text, knows no size. Throws PyError. */
export const toInt = (value: PyValue): number | bigint => {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof PyFloat) {
    if (Number.isNaN(value.value)) throw new PyError('ValueError', 'cannot convert float NaN to integer');
    if (!Number.isFinite(value.value)) throw new PyError('OverflowError', 'cannot convert float infinity to integer');
    return pyInt(BigInt(Math.trunc(value.value)));
  }
  if (typeof value === 'string') {
    const digits = plainDigits(value);
    if (/^[-+]?\d{1,4300}$/.test(digits)) return pyInt(BigInt(digits.replace('+', '')));
    throw new PyError('ValueError', `invalid literal for int() with base 10: ${repr(value)}`);
  }
  const given = typeName(value);
  throw new PyError('TypeError', `int() argument must be a string, a bytes-like object or a real number, not '${given}'`);
};

/** Python allows an underscore between digits, space around, and digits of full width. */
const plainDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .trim()
    .replaceAll(/(?<=\d)_(?=\d)/g, '');

/** `float(value)` of Python. Throws PyError. */
export const toFloat = (value: PyValue): PyFloat => {
  if (value instanceof PyFloat) return value;
  if (typeof value === 'boolean') return new PyFloat(value ? 1 : 0);
  if (typeof value === 'number') return new PyFloat(value);
  if (typeof value === 'bigint') {
    const number = Number(value);
    if (!Number.isFinite(number)) throw new PyError('OverflowError', 'int too large to convert to float');
    return new PyFloat(number);
  }
  if (typeof value === 'string') {
    const plain = plainDigits(value);
    if (/^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(plain)) return new PyFloat(Number(plain));
    const name = /^([-+]?)(inf|infinity|nan)$/i.exec(plain);
    if (name) return new PyFloat(name[2]?.toLowerCase() === 'nan' ? Number.NaN : name[1] === '-' ? -Infinity : Infinity);
    throw new PyError('ValueError', `could not convert string to float: ${repr(value)}`);
  }
  throw new PyError('TypeError', `float() argument must be a string or a real number, not '${typeName(value)}'`);
};

/** `bool(value)` of Python: zero, nothing and emptiness are false, the text `"false"` is true. Pure. */
export const toBool = (value: PyValue): boolean => {
  if (value === null || value === false || value === 0 || value === '') return false;
  if (value instanceof PyFloat) return value.value !== 0;
  if (Array.isArray(value)) return value.length > 0;
  return isDict(value) ? value.size > 0 : true;
};

/** What Python shows for a number inside a message (`Value 0 smaller than min of 1`). Pure. */
export const shown = (value: PyValue): string => (value instanceof PyFloat ? floatText(value.value) : str(value));

/** `a == b` of Python for values that came from JSON: numbers compare by value, booleans count as 0 and 1. Pure. */
export const isEqual = (a: PyValue, b: PyValue): boolean => {
  const left = arithmetic(a);
  const right = arithmetic(b);
  // biome-ignore lint/suspicious/noDoubleEquals: a bigint and a double of the same value are equal
  if (left !== null && right !== null) return left == right;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isEqual(item, b[index] ?? null));
  }
  if (isDict(a) && isDict(b)) {
    return a.size === b.size && [...a].every(([key, item]) => b.has(key) && isEqual(item, b.get(key) ?? null));
  }
  return a === b;
};

const arithmetic = (value: PyValue): number | bigint | null =>
  typeof value === 'boolean'
    ? Number(value)
    : typeof value === 'number' || typeof value === 'bigint'
      ? value
      : value instanceof PyFloat
        ? value.value
        : null;

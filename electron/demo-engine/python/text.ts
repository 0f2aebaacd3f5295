import { isDict, PyFloat, type PyValue } from './values.ts';

/**
 * A double as Python's `repr` writes it: shortest digits, with a point or an exponent always (`1.0`, `1e+16`, `1e-05`), `nan`, `inf`.
 * Pure.
 */
export const floatText = (value: number): string => {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  const [mantissa = '0', exponentText = '0'] = Math.abs(value).toExponential().split('e');
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const digits = mantissa.replace('.', '');
  const exponent = Number(exponentText);
  if (exponent < -4 || exponent >= 16) {
    const point = digits.length > 1 ? `${digits[0]}.${digits.slice(1)}` : digits;
    return `${sign}${point}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`;
};

const named: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const quoted = (text: string): string => {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let out = '';
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (character === quote) out += `\\${character}`;
    else if (named[character]) out += named[character];
    else if (code < 0x20 || (code >= 0x7f && code < 0xa1)) out += `\\x${code.toString(16).padStart(2, '0')}`;
    else if (code >= 0xd800 && code <= 0xdfff) out += `\\u${code.toString(16)}`;
    else out += character;
  }
  return quote + out + quote;
};

/** `repr(value)` of Python. Pure. */
export const repr = (value: PyValue): string => {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value === 'string') return quoted(value);
  if (value instanceof PyFloat) return floatText(value.value);
  if (Array.isArray(value)) return `[${value.map(repr).join(', ')}]`;
  if (isDict(value)) return `{${[...value].map(([key, item]) => `${quoted(key)}: ${repr(item)}`).join(', ')}}`;
  return String(value);
};

/** `str(value)` of Python. Pure. */
export const str = (value: PyValue): string => (typeof value === 'string' ? value : repr(value));

/** `type(value).__name__` of Python. Pure. */
export const typeName = (value: PyValue): string => {
  if (value === null) return 'NoneType';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'str';
  if (value instanceof PyFloat) return 'float';
  if (Array.isArray(value)) return 'list';
  return isDict(value) ? 'dict' : 'int';
};

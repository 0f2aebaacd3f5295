import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isEqual, toBool, toFloat, toInt } from '../../../electron/demo-engine/python/convert.ts';
import { parseJson, writeJson } from '../../../electron/demo-engine/python/json.ts';
import { floatText, repr, str } from '../../../electron/demo-engine/python/text.ts';
import { PyError, PyFloat, type PyValue } from '../../../electron/demo-engine/python/values.ts';

const raised = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return error instanceof PyError ? `${error.name}: ${error.message}` : `not of Python: ${String(error)}`;
  }
  return 'nothing';
};

describe("Python's JSON", () => {
  test('keeps order, kinds of numbers and every digit', () => {
    const text =
      '{"9": 1, "1": 2.0, "__proto__": {"a": null}, "seed": 18446744073709551615, "x": [NaN, -Infinity, 1e+16, 1e-05, -0.0]}';
    expect(writeJson(parseJson(text))).toBe(text);
  });

  test('escapes everything that is not printable ASCII', () => {
    expect(writeJson('한é\u{1f3a8}"\\\n\u0001\u007f')).toBe('"\\ud55c\\u00e9\\ud83c\\udfa8\\"\\\\\\n\\u0001\\u007f"');
  });

  test.each([
    '',
    '{',
    '[1,]',
    '{"a":1,}',
    '{a:1}',
    '"\u0001"',
    '01',
    '1.',
    'tru',
    '-',
    '"\\x"',
    '[1 2]',
    '"abc',
    '+1',
    "{'a':1}",
    '\ufeff1',
  ])('refuses %j', (text) => {
    expect(raised(() => parseJson(text))).toContain('JSONDecodeError');
  });

  test('refuses what is nested without end, and is not hurt by it', () => {
    expect(raised(() => parseJson('['.repeat(200_000)))).toContain('RecursionError');
    expect(raised(() => parseJson('{"a":'.repeat(200_000)))).toContain('RecursionError');
  });

  test('reads whatever JavaScript writes, to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(writeJson(parseJson(JSON.stringify(value))))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe("Python's texts", () => {
  test.each([
    [0, '0.0'],
    [1.5, '1.5'],
    [1e15, '1000000000000000.0'],
    [1e16, '1e+16'],
    [123456789012345680, '1.2345678901234568e+17'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [-0, '-0.0'],
    [1 / 3, '0.3333333333333333'],
    [Number.NaN, 'nan'],
    [-Infinity, '-inf'],
  ])('%d is %s', (value, text) => {
    expect(floatText(value)).toBe(text);
  });

  test('repr quotes as Python does', () => {
    const value: PyValue = ["a'b", 'a"b', 'x\n', true, null, new PyFloat(1.5), new Map([['k', [1]]])];
    expect(repr(value)).toBe(`["a'b", 'a"b', 'x\\n', True, None, 1.5, {'k': [1]}]`);
    expect(str('as it is')).toBe('as it is');
  });
});

describe("Python's conversions", () => {
  test.each([
    ['64', 64],
    [' -7 ', -7],
    [new PyFloat(64.9), 64],
    [new PyFloat(-64.9), -64],
    [true, 1],
    ['18446744073709551615', 18446744073709551615n],
  ])('int(%j)', (value, result) => {
    expect(toInt(value)).toBe(result);
  });

  test.each([
    ['6.4', "ValueError: invalid literal for int() with base 10: '6.4'"],
    [null, "TypeError: int() argument must be a string, a bytes-like object or a real number, not 'NoneType'"],
    [new PyFloat(Number.NaN), 'ValueError: cannot convert float NaN to integer'],
    [new Map(), "TypeError: int() argument must be a string, a bytes-like object or a real number, not 'dict'"],
  ])('int(%j) raises', (value, text) => {
    expect(raised(() => toInt(value))).toBe(text);
  });

  test('float, bool and equality', () => {
    expect(toFloat('1e3')).toEqual(new PyFloat(1000));
    expect(toFloat('-inf')).toEqual(new PyFloat(-Infinity));
    expect(raised(() => toFloat('1,5'))).toBe("ValueError: could not convert string to float: '1,5'");
    expect(['false', 1, [0]].map((value) => toBool(value))).toEqual([true, true, true]);
    expect([null, 0, '', new PyFloat(0)].map((value) => toBool(value))).toEqual([false, false, false, false]);
    expect(isEqual(1, new PyFloat(1))).toBe(true);
    expect(isEqual(1, '1')).toBe(false);
    expect(isEqual([true], [1])).toBe(true);
  });
});

import { describe, expect, test } from 'vitest';
import { drawSeed } from '../../../electron/templates/draw-seed.ts';
import { type DrawSeed, resolveBatch, resolveValues } from '../../../electron/templates/values.ts';
import { AppError } from '../../../shared/app-error.ts';
import { checkValue, maxTextLength } from '../../../shared/check-value.ts';
import { parseText } from '../../../shared/parse-text.ts';
import type { Parameter, TemplateLimits } from '../../../shared/template.ts';
import { checkValues } from '../../../shared/values.ts';
import { param } from './sample.ts';

const at = '/1/inputs/x';
const text = param('p', 'text', at);
const integer = param('p', 'integer', at, { min: 1, max: 150 });
const wide = param('p', 'integer', at, { min: '-18446744073709551615', max: '18446744073709551615' });
const number = param('p', 'number', at, { min: 0, max: 30 });
const boolean = param('p', 'boolean', at);
const seed = param('p', 'seed', at);
const colour = param('p', 'seed', at, { min: 0, max: 16777215 });
const choice = param('p', 'choice', at, { choices: ['4444', 'euler', 4, true] });
const listed = param('p', 'choice', at, { choices: { class: 'KSampler', input: 'sampler_name' } });
const image = param('p', 'image', at);
const picture = `${'0f'.repeat(32)}.png`;
const decomposed = 'e\u0301 가\u11a8';

describe('a value is kept exactly or refused by name', () => {
  const kept: [string, Parameter, unknown, unknown][] = [
    ['text byte for byte', text, '"q" \r\n\t 😀 \u0000', '"q" \r\n\t 😀 \u0000'],
    ['text in NFD', text, decomposed, decomposed],
    ['empty text', text, '', ''],
    ['text of a million characters', text, 'x'.repeat(maxTextLength), 'x'.repeat(maxTextLength)],
    ['integer', integer, 20, 20],
    ['integer as decimal text', integer, '20', 20],
    ['integer at its ends', integer, 150, 150],
    ['integer 2^64-1', wide, '18446744073709551615', '18446744073709551615'],
    ['integer -(2^64-1)', wide, '-18446744073709551615', '-18446744073709551615'],
    ['integer 2^53', wide, '9007199254740992', '9007199254740992'],
    ['integer 2^53-1', wide, '9007199254740991', 9007199254740991],
    ['integer off the step', param('p', 'integer', at, { min: 0, step: 8 }), 13, 13],
    ['number', number, 7.1, 7.1],
    ['number with no shorter form', number, 0.1 + 0.2, 0.30000000000000004],
    ['minus zero is zero', number, -0, 0],
    ['boolean', boolean, false, false],
    ['seed 2^64-1', seed, '18446744073709551615', '18446744073709551615'],
    ['seed as number', seed, 42, '42'],
    ['seed with zeros in front', seed, '007', '7'],
    ['random', seed, 'random', 'random'],
    ['choice that is text of digits', choice, '4444', '4444'],
    ['choice that is a number', choice, 4, 4],
    ['choice that is true', choice, true, true],
    ['engine choice that nobody can check yet', listed, 'res_multistep', 'res_multistep'],
    ['picture', image, picture, picture],
  ];
  test.each(kept)('%s', (_name, parameter, given, expected) => {
    expect(checkValue(parameter, given)).toStrictEqual({ ok: true, value: expected });
  });

  const refused: [string, Parameter, unknown, string][] = [
    ['number for text', text, 5, 'valueNotText'],
    ['text beyond a million characters', text, 'x'.repeat(maxTextLength + 1), 'valueTooLong'],
    ['choice beyond a million characters', listed, 'x'.repeat(maxTextLength + 1), 'valueTooLong'],
    ['null for text', text, null, 'valueNotText'],
    ['fraction for integer', integer, 20.5, 'valueNotInteger'],
    ['1e300 for integer', integer, 1e300, 'valueNotInteger'],
    ['number that lost digits', wide, 2 ** 60, 'valueNotInteger'],
    ['hexadecimal', integer, '0x10', 'valueNotInteger'],
    ['separators', integer, '1,000', 'valueNotInteger'],
    ['other digits', integer, '١٢', 'valueNotInteger'],
    ['empty integer', integer, '', 'valueNotInteger'],
    ['boolean for integer', integer, true, 'valueNotInteger'],
    ['endless integer', integer, '9'.repeat(100_000), 'valueNotInteger'],
    ['below', integer, 0, 'valueOutOfRange'],
    ['above', integer, '151', 'valueOutOfRange'],
    ['2^64', wide, '18446744073709551616', 'valueOutOfRange'],
    ['below the only bound', param('p', 'integer', at, { min: 1 }), 0, 'valueTooSmall'],
    ['above the only bound', param('p', 'number', at, { max: 1 }), 1.5, 'valueTooLarge'],
    ['NaN', number, Number.NaN, 'valueNotNumber'],
    ['Infinity', number, Number.POSITIVE_INFINITY, 'valueNotNumber'],
    ['text for number', number, '7', 'valueNotNumber'],
    ['number out of range', number, 30.0001, 'valueOutOfRange'],
    ['text for boolean', boolean, 'false', 'valueNotBoolean'],
    ['one for boolean', boolean, 1, 'valueNotBoolean'],
    ['seed 2^64', seed, '18446744073709551616', 'valueNotSeed'],
    ['negative seed', seed, -1, 'valueNotSeed'],
    ['seed above its range', colour, 16777216, 'valueNotSeed'],
    ['fraction for seed', seed, 1.5, 'valueNotSeed'],
    ['unknown choice', choice, 'dpm', 'valueNotChoice'],
    ['number where the choice is text', choice, 4444, 'valueNotChoice'],
    ['object for an engine choice', listed, {}, 'valueNotChoice'],
    ['path for a picture', image, '../../etc/passwd', 'valueNotImage'],
    ['path behind a digest', image, `${'0f'.repeat(32)}.png/../x`, 'valueNotImage'],
    ['program for a picture', image, `${'0f'.repeat(32)}.exe`, 'valueNotImage'],
    ['picture with a line break', image, `${picture}\n`, 'valueNotImage'],
  ];
  test.each(refused)('%s', (_name, parameter, given, key) => {
    const checked = checkValue(parameter, given);
    expect(checked.ok ? checked.value : checked.issue.key).toBe(key);
  });

  test('an engine list that is known is enforced', () => {
    expect(checkValue(listed, 'euler', ['euler']).ok).toBe(true);
    expect(checkValue(listed, 'dpm', ['euler'])).toMatchObject({
      issue: { key: 'valueNotChoice', params: { allowed: 'euler' } },
    });
  });

  test('the sentence names key, value and what is allowed', () => {
    const checked = checkValue(param('steps', 'integer', at, { min: 1, max: 150 }), 151);
    if (checked.ok) throw new Error('151 was taken');
    const { message } = new AppError('invalid-input', checked.issue.key, checked.issue.params);
    expect(message).toContain('"steps"');
    expect(message).toContain('1 to 150');
    expect(message).toContain('151');
  });
});

describe('typed text becomes a value of the right type', () => {
  const cases: [string, Parameter, string, unknown][] = [
    ['text', text, ' 20 ', ' 20 '],
    ['integer', integer, ' 20 ', 20],
    ['integer with a point', integer, '20.0', 'valueNotInteger'],
    ['number', number, '7.10', 7.1],
    ['number without zero', number, '.5', 0.5],
    ['number with exponent', number, '1e1', 10],
    ['number with comma', number, '1,5', 'valueNotNumber'],
    ['NaN', number, 'NaN', 'valueNotNumber'],
    ['Infinity', number, 'Infinity', 'valueNotNumber'],
    ['too large to hold', number, '1e999', 'valueNotNumber'],
    ['empty number', number, '', 'valueNotNumber'],
    ['hexadecimal number', number, '0x10', 'valueNotNumber'],
    ['true', boolean, 'true', true],
    ['false', boolean, 'false', false],
    ['yes', boolean, 'yes', 'valueNotBoolean'],
    ['seed', seed, '18446744073709551615', '18446744073709551615'],
    ['random', seed, 'random', 'random'],
    ['digits where the choices are texts', choice, '4444', '4444'],
    ['digits where the choice is a number', choice, '4', 4],
    ['true where the choice is one', choice, 'true', true],
    ['engine choice', listed, 'euler', 'euler'],
  ];
  test.each(cases)('%s', (_name, parameter, typed, expected) => {
    const parsed = parseText(parameter, typed);
    expect(parsed.ok ? parsed.value : parsed.issue.key).toBe(expected);
  });

  test('digits keep the type that the engine lists', () => {
    expect(parseText(listed, '4444', ['4444'])).toStrictEqual({ ok: true, value: '4444' });
    expect(parseText(listed, '4444', [4444])).toStrictEqual({ ok: true, value: 4444 });
  });
});

const template = (parameters: Parameter[], limits: TemplateLimits = {}) => ({ id: 't', parameters, limits });

describe('all values of a request together', () => {
  test('unknown keys are refused, names of object properties among them', () => {
    const { issues } = checkValues(template([text]), JSON.parse('{"__proto__": 1, "toString": 2, "p": "x"}'));
    expect(issues.map(({ parameter, key }) => [parameter, key])).toStrictEqual([
      ['__proto__', 'valueUnknown'],
      ['toString', 'valueUnknown'],
    ]);
  });
  test('a parameter may be called constructor', () => {
    const named = template([param('constructor', 'text', at)]);
    expect(checkValues(named, {}).issues).toMatchObject([{ key: 'valueMissing' }]);
    expect(checkValues(named, { constructor: 'x' }).values).toStrictEqual({ constructor: 'x' });
  });
  test('defaults are filled in, models stay open for the engine', () => {
    const model = param('model', 'choice', at, { role: 'model', default: 'a', choices: { class: 'C', input: 'i' } });
    const given = template([param('steps', 'integer', at, { default: 20 }), model, seed]);
    expect(checkValues(given, {})).toStrictEqual({ values: { steps: 20, p: 'random' }, issues: [] });
  });
  test('a picture without a value is missed', () => {
    expect(checkValues(template([image]), {}).issues).toMatchObject([{ parameter: 'p', key: 'valueMissing' }]);
  });

  const sized = (limits: TemplateLimits) =>
    template(
      [
        param('w', 'integer', at, { role: 'width', default: 512 }),
        param('h', 'integer', at, { role: 'height', default: 512 }),
        param('b', 'integer', at, { role: 'batch', default: 1 }),
        param('s', 'integer', at, { role: 'steps', default: 20 }),
        param('s2', 'integer', at, { role: 'steps', default: 20 }),
        param('f', 'integer', at, { role: 'frames', default: 16 }),
      ],
      limits,
    );
  const limited: [string, TemplateLimits, Record<string, number>, string[]][] = [
    ['pixels at the limit', { pixels: 512 * 1024 }, { h: 1024 }, []],
    ['pixels beyond', { pixels: 512 * 1024 }, { h: 1032 }, ['w limitPixels']],
    ['batch', { batch: 4 }, { b: 5 }, ['b limitBatch']],
    ['the larger of two step counts', { steps: 30 }, { s2: 31 }, ['s2 limitSteps']],
    ['frames', { frames: 81 }, { f: 97 }, ['f limitFrames']],
    ['defaults count too', { batch: 1, frames: 8 }, {}, ['f limitFrames']],
  ];
  test.each(limited)('limit: %s', (_name, limits, given, expected) => {
    const { issues } = checkValues(sized(limits), given);
    expect(issues.map(({ parameter, key }) => `${parameter} ${key}`)).toStrictEqual(expected);
  });
});

describe('seeds are fixed when a request is taken', () => {
  const low: DrawSeed = (min) => min;
  const high: DrawSeed = (_min, max) => max;
  const errorOf = (act: () => unknown): string => {
    try {
      act();
      return 'taken';
    } catch (error) {
      return error instanceof AppError ? error.key : String(error);
    }
  };

  test('drawn within the range and below 2^53', () => {
    expect(resolveValues(template([seed]), {}, { drawSeed: high }).seed).toBe('9007199254740991');
    expect(resolveValues(template([colour]), { p: 'random' }, { drawSeed: high }).seed).toBe('16777215');
    expect(resolveValues(template([colour]), {}, { drawSeed: low }).seed).toBe('0');
  });
  test('a given seed keeps every digit', () => {
    const given = { p: '18446744073709551615' };
    expect(resolveValues(template([seed]), given, { drawSeed: low })).toStrictEqual({ values: given, seed: given.p });
  });
  test('a template may start with a fixed seed', () => {
    const fixed = template([param('p', 'seed', at, { default: '7' })]);
    expect(resolveValues(fixed, {}, { drawSeed: high }).seed).toBe('7');
  });
  test('without a seed there is none', () => {
    expect(resolveValues(template([text]), { p: '' }, { drawSeed: low })).toStrictEqual({ values: { p: '' }, seed: null });
  });
  test('drawn seeds of a batch all differ', () => {
    const tight = template([param('p', 'seed', at, { min: 10, max: 12 })]);
    const seeds = resolveBatch(tight, {}, 3, drawSeed).map((one) => one.seed);
    expect(seeds.toSorted()).toStrictEqual(['10', '11', '12']);
  });
  test('a given seed counts on, past the end from the start', () => {
    const tight = template([param('p', 'seed', at, { min: 10, max: 12 })]);
    expect(resolveBatch(tight, { p: 12 }, 3, low).map((one) => one.values)).toStrictEqual([
      { p: '12' },
      { p: '10' },
      { p: '11' },
    ]);
    const whole = resolveBatch(template([seed]), { p: '18446744073709551615' }, 2, low);
    expect(whole.map((one) => one.seed)).toStrictEqual(['18446744073709551615', '0']);
  });
  test('a second seed is fixed too', () => {
    const two = template([seed, param('q', 'seed', at)]);
    const [first, second] = resolveBatch(two, {}, 2, drawSeed);
    expect(first?.values.q).toMatch(/^\d+$/);
    expect(second?.values.q).toBe(first?.values.q);
  });
  test('what cannot vary is refused', () => {
    expect(errorOf(() => resolveBatch(template([text]), { p: 'x' }, 2, low))).toBe('countNeedsSeed');
    expect(errorOf(() => resolveBatch(template([param('p', 'seed', at, { min: 0, max: 1 })]), {}, 3, low))).toBe(
      'countExceedsSeeds',
    );
    expect(errorOf(() => resolveBatch(template([integer]), { p: 0 }, 1, low))).toBe('valueOutOfRange');
  });
  test('texts that are too large together are refused before anything is made of them', () => {
    const long = template([param('prompt', 'text', at), seed]);
    const prompt = 'x'.repeat(maxTextLength);
    expect(resolveBatch(long, { prompt }, 40, drawSeed)).toHaveLength(40);
    expect(errorOf(() => resolveBatch(long, { prompt }, 60, drawSeed))).toBe('requestTooLarge');
  });
  test('ten thousand seeds in the range of a colour', () => {
    expect(new Set(resolveBatch(template([colour]), {}, 10_000, drawSeed).map((one) => one.seed)).size).toBe(10_000);
  });
  test('the real draw stays inside', () => {
    for (let round = 0; round < 200; round++) {
      const drawn = drawSeed(5n, 9n);
      expect(drawn >= 5n && drawn <= 9n).toBe(true);
    }
  });
});

import { describe, expect, test } from 'vitest';
import { parseAxis } from '../../../shared/axis-text.ts';
import type { Axis } from '../../../shared/batch.ts';
import { checkGrid, combinationAt } from '../../../shared/grid.ts';
import type { Parameter } from '../../../shared/template.ts';
import { param } from '../templates/sample.ts';

const at = '/1/inputs/x';
const steps = param('steps', 'integer', at, { role: 'steps', min: 1, max: 100, default: 20 });
const cfg = param('cfg', 'number', at, { min: 0, max: 30, default: 7 });
const width = param('width', 'integer', at, { role: 'width', min: 16, max: 4096, default: 512 });
const height = param('height', 'integer', at, { role: 'height', min: 16, max: 4096, default: 512 });
const seed = param('seed', 'seed', at);
const prompt = param('prompt', 'text', at, { role: 'prompt' });
const sampler = param('sampler', 'choice', at, { choices: ['euler', 'heun', 4444, '4444'], default: 'euler' });
const tiled = param('tiled', 'boolean', at, { default: false });
const template = {
  id: 't',
  parameters: [prompt, seed, steps, cfg, width, height, sampler, tiled],
  limits: { pixels: 1_000_000, steps: 60 },
};

describe('what a person writes for the values of a parameter', () => {
  const cases: [string, Parameter, string, unknown[]][] = [
    ['a list', cfg, '5, 7.5,9', [5, 7.5, 9]],
    ['lines', steps, '10\n20\r\n\n30', [10, 20, 30]],
    ['a range with a step', steps, '20..40:5', [20, 25, 30, 35, 40]],
    ['a range of ones', steps, '1..4', [1, 2, 3, 4]],
    ['a range downwards', cfg, '3..1:1', [3, 2, 1]],
    ['fractions without a tail of nines', cfg, '0.1..0.5:0.1', [0.1, 0.2, 0.3, 0.4, 0.5]],
    ['a range whose end the steps miss', steps, '1..10:4', [1, 5, 9]],
    ['a range and a number', steps, '1..3, 50', [1, 2, 3, 50]],
    [
      'seeds with every digit',
      seed,
      '18446744073709551613..18446744073709551615',
      ['18446744073709551613', '18446744073709551614', '18446744073709551615'],
    ],
    ['prompts, one a line, with their commas', prompt, 'a red, old boat\na blue boat', ['a red, old boat', 'a blue boat']],
    ['a JSON array', prompt, '["a, b", "line\\nbreak"]', ['a, b', 'line\nbreak']],
    ['a prompt that begins with a bracket', prompt, '[cat:dog:0.5]', ['[cat:dog:0.5]']],
    ['choices by their own type', sampler, 'euler, 4444', ['euler', '4444']],
    ['booleans', tiled, 'true,false', [true, false]],
  ];
  test.each(cases)('%s', (_name, parameter, text, values) => {
    expect(parseAxis(parameter, text)).toEqual({ values, issues: [] });
  });

  test.each([
    ['a word among numbers', cfg, '5, seven, 9', 'valueNotNumber', 'seven'],
    ['a comma as a point', cfg, '7..x', 'rangeUnreadable', '7..x'],
    ['a step of nothing', steps, '1..5:0', 'rangeStepZero', '1..5:0'],
    ['a range without end', steps, '1..99999999', 'rangeTooLong', '1..99999999'],
    ['out of range', steps, '10, 101', 'valueOutOfRange', '101'],
    ['half a step', steps, '1..2:0.5', 'valueNotInteger', '1.5'],
    ['nothing', cfg, ' , ', 'axisEmpty', undefined],
    ['an unknown choice', sampler, 'euler, nope', 'valueNotChoice', 'nope'],
  ])('%s is named', (_name, parameter, text, key, given) => {
    const { issues } = parseAxis(parameter, text);
    expect(issues.map((issue) => issue.key)).toEqual([key]);
    if (given !== undefined) expect(String(issues[0]?.params.given)).toContain(given);
  });
});

describe('a request for every combination', () => {
  const grid: Axis[] = [
    { key: 'cfg', values: [5, 7] },
    { key: 'steps', values: [10, 20, 30] },
  ];
  test('holds each once, the last axis changing fastest', () => {
    const { axes, total, issues, values } = checkGrid(template, { prompt: 'x' }, grid, 1);
    expect([total, issues]).toEqual([6, []]);
    expect(
      Array.from({ length: 6 }, (_, place) =>
        Object.values(combinationAt(axes, place)).toSorted((a, b) => Number(a) - Number(b)),
      ),
    ).toEqual([
      [5, 10],
      [5, 20],
      [5, 30],
      [7, 10],
      [7, 20],
      [7, 30],
    ]);
    expect(values).toEqual({ prompt: 'x', seed: 'random', width: 512, height: 512, sampler: 'euler', tiled: false });
  });

  test('an axis wins over the value beside it, and stands in for one that has no default', () => {
    const prompts: Axis[] = [{ key: 'prompt', values: ['a', 'b'] }];
    expect(checkGrid(template, {}, prompts, 3)).toMatchObject({ total: 6, issues: [] });
    expect(checkGrid(template, { prompt: 'c', cfg: 99 }, [...prompts, { key: 'cfg', values: [1] }], 1).issues).toEqual([]);
  });

  const issuesOf = (axes: Axis[], count = 1): string[] =>
    checkGrid(template, { prompt: 'x' }, axes, count).issues.map(({ key }) => key);
  test.each<[string, Axis[], number, string[]]>([
    ['a parameter that is none', [{ key: 'nope', values: [1] }], 1, ['valueUnknown']],
    [
      'one varied twice',
      [
        { key: 'cfg', values: [1] },
        { key: 'cfg', values: [2] },
      ],
      1,
      ['axisKeyTwice'],
    ],
    ['a value twice', [{ key: 'cfg', values: [1, 2, 1] }], 1, ['axisTwice']],
    ['a bad value, each', [{ key: 'steps', values: [10, 'x', 1000] }], 1, ['valueNotInteger', 'valueOutOfRange']],
    ['a random seed in a list', [{ key: 'seed', values: ['1', 'random'] }], 1, ['axisRandom']],
    ['a list of seeds and a number of them', [{ key: 'seed', values: ['1', '2'] }], 3, ['axisSeedAndCount']],
    ['steps over the limit', [{ key: 'steps', values: [10, 61] }], 1, ['limitSteps']],
    [
      'the largest width and height together',
      [
        { key: 'width', values: [512, 1024] },
        { key: 'height', values: [512, 1024] },
      ],
      1,
      ['limitPixels'],
    ],
    ['each alone within the limit', [{ key: 'width', values: [512, 1024] }], 1, []],
    ['as many as there may be', [{ key: 'cfg', values: [1, 2] }], 5_000, []],
    ['one combination too many', [{ key: 'cfg', values: [1, 2] }], 5_001, ['gridTooLarge']],
    [
      'millions, at once',
      Array.from({ length: 6 }, (_, n) => ({
        key: ['cfg', 'steps', 'width', 'height', 'sampler', 'tiled'][n] ?? '',
        values: n === 4 ? ['euler', 'heun'] : n === 5 ? [true, false] : Array.from({ length: 10 }, (_v, i) => 16 + i),
      })),
      1,
      ['gridTooLarge'],
    ],
  ])('%s', (_name, axes, count, keys) => {
    expect(issuesOf(axes, count)).toEqual(keys);
  });

  test.each(['1,5', 'NaN', '', 1.5, -3, true, '😀', 1e9])(
    'an axis of a limited parameter with nothing but %o names it',
    (given) => {
      for (const key of ['steps', 'width']) {
        const { issues } = checkGrid(template, { prompt: 'x' }, [{ key, values: [given] }], 1);
        expect(issues[0]).toMatchObject({ parameter: key, params: { key } });
      }
    },
  );

  // As they may come over the wire.
  test.each<[string, string, unknown[], string, unknown]>([
    ['no value', 'steps', [], 'axisEmpty', undefined],
    ['null', 'steps', [null], 'valueNotInteger', 'null'],
    ['null among good ones', 'cfg', [5, null], 'valueNotNumber', 'null'],
    ['a list in a list', 'steps', [[20, 30]], 'valueNotInteger', '[20,30]'],
    ['an object', 'sampler', [{ name: 'euler' }], 'valueNotChoice', '{"name":"euler"}'],
    ['more than there may be', 'cfg', Array.from({ length: 10_001 }, (_, n) => n), 'axisTooLong', undefined],
  ])('an axis with %s is refused in a sentence that names it', (_name, key, values, expected, given) => {
    const [issue] = checkGrid(template, { prompt: 'x' }, [{ key, values }], 1).issues;
    expect(issue).toMatchObject({ parameter: key, key: expected, params: { key, ...(given !== undefined && { given }) } });
  });

  test('without a seed a grid is fine, many of the same are not', () => {
    const seedless = { ...template, parameters: template.parameters.filter(({ type }) => type !== 'seed') };
    expect(checkGrid(seedless, { prompt: 'x' }, grid, 1).issues).toEqual([]);
    expect(checkGrid(seedless, { prompt: 'x' }, grid, 2).issues.map(({ key }) => key)).toEqual(['countNeedsSeed']);
  });

  test('ControlNets that are on are counted: switches, strengths, models', () => {
    const nets = [
      param('net_a', 'boolean', at, { role: 'controlnet', default: false }),
      param('net_b', 'number', at, { role: 'controlnet', default: 0, min: 0, max: 2 }),
      param('net_c', 'text', at, { role: 'controlnet', default: 'None' }),
    ];
    const limited = { id: 't', parameters: nets, limits: { controlnets: 1 } };
    const over = (values: Record<string, unknown>, axes: Axis[] = []): unknown[] =>
      checkGrid(limited, values, axes, 1).issues.map(({ key, params }) => [key, params.given, params.allowed]);
    expect(over({})).toEqual([]);
    expect(over({ net_a: true })).toEqual([]);
    expect(over({ net_a: true, net_b: 0.5 })).toEqual([['limitControlnets', 2, 1]]);
    expect(over({ net_a: true, net_b: 0.5, net_c: 'canny.safetensors' })).toEqual([['limitControlnets', 3, 1]]);
    expect(over({ net_a: true }, [{ key: 'net_b', values: [0, 1] }])).toEqual([['limitControlnets', 2, 1]]);
  });
});

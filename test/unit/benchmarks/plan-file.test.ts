import { describe, expect, test } from 'vitest';
import { AppError } from '../../../shared/app-error.ts';
import { jsonFault } from '../../../shared/json-fault.ts';
import { createRandomSource } from '../../../shared/random-source.ts';
import { readPlanFile } from '../../../shared/read-plan-file.ts';

const file = `{
  "template": "sd15",
  "values": { "prompt": "a \\"harbour\\" \\u00e9 {[", "seed": 18446744073709551615, "low": -18446744073709551615, "cfg": 7.5e0 },
  "seeds": [18446744073709551615, 7],
  "configurations": [{ "name": "a", "flags": ["--lowvram", { "flag": "--speed", "value": 2 }] }],
  "repeats": 3
}
`;

describe('the file of a plan', () => {
  test.each<[string, string]>([
    ['as it is', file],
    ['with a byte order mark', `\ufeff${file}`],
    ['with the ends of lines of Windows', file.replaceAll('\n', '\r\n')],
  ])('%s loses nothing', (_name, text) => {
    expect(readPlanFile(text)).toMatchObject({
      template: 'sd15',
      values: { prompt: 'a "harbour" é {[', seed: '18446744073709551615', low: '-18446744073709551615', cfg: 7.5 },
      seeds: ['18446744073709551615', '7'],
      configurations: [{ name: 'a', flags: ['--lowvram', '--speed', '2'] }],
      repeats: 3,
    });
  });

  test.each<[string, string, string, string]>([
    ['nothing', '', 'benchPlanCutOff', 'in line 1, column 1'],
    ['only a byte order mark', '\ufeff', 'benchPlanCutOff', 'in line 1, column 1'],
    ['cut off in a list', file.slice(0, file.indexOf('}] }]')), 'benchPlanCutOff', 'in line 5, column'],
    ['cut off in a word', file.slice(0, 12), 'benchPlanNotJson', 'from line 2, column 3 on (“"templat”)'],
    ['a comma too many', file.replace('3\n}', '3,\n}'), 'benchPlanNotJson', 'from line 7, column 1 on (“}”)'],
    ['a word without quotes', file.replace('"sd15"', 'sd15'), 'benchPlanNotJson', 'from line 2, column 15 on (“sd15,”)'],
    ['a comment', `// mine\n${file}`, 'benchPlanNotJson', 'from line 1, column 1 on (“// mine”)'],
    ['two plans', file + file, 'benchPlanNotJson', 'from line 8, column 1'],
    ['UTF-16 read as UTF-8', '\ufffd\ufffd{\u0000', 'benchPlanNotJson', 'from line 1, column 1'],
    ['repeats twice', file.replace('"repeats": 3', '"repeats": 3, "rep\\u0065ats": 4'), 'benchPlanKeyTwice', 'line 6, column 17'],
    ['nested lists', `{"values":${'['.repeat(100_000)}`, 'benchPlanDeep', 'more'],
    ['nested objects', `{"values":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`, 'benchPlanDeep', 'line 1, column'],
    ['endless blanks', ' '.repeat(4_000_001), 'benchPlanLong', '4000001 characters'],
    ['a list nested less deep', file.replace('7.5e0', '[[[1]]]'), 'benchPlanInvalid', 'wrong at “values.cfg”'],
    [
      'a number without end',
      file.replace('"repeats": 3', `"repeats": ${'9'.repeat(100_000)}`),
      'benchPlanInvalid',
      '“repeats”: there stands “"999',
    ],
    ['a key that objects inherit', file.replace('"template"', '"__proto__"'), 'benchPlanKeyUnknown', '“__proto__” at “$”'],
  ])('%s is refused with its place', (_name, text, key, words) => {
    let error: unknown;
    try {
      readPlanFile(text);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'invalid-input', key });
    const { message } = error as AppError;
    if (words !== 'more') expect(message).toContain(words);
    expect(message.length).toBeLessThan(400);
  });

  test('one long text is read, however long', () => {
    const prompt = '\\n"{['.replace('"', '\\"').repeat(400_000);
    expect(readPlanFile(file.replace('sd15', 'x').replace('harbour', prompt)).values.prompt).toHaveLength(
      'a "" é {['.length + 400_000 * 4,
    );
  });
});

test('what JSON.parse takes has no fault, and what it refuses has one where it stops being JSON', () => {
  const random = createRandomSource(5);
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"b\\n"',
    '"\\x"',
    '"',
    '1',
    '-0.5e+3',
    '01',
    '-',
    'true',
    'nul',
    ' ',
    '\n',
    '\t',
    '\u00a0',
  ];
  const piece = (): string => pieces[Math.floor(random() * pieces.length)] ?? '';
  const sound = ['{"a":[1,{"b":null}],"c":"x"}', '[]', '{}', '"x"', '[[],{},[{"a":{}}]]', ' 1 '];
  let taken = 0;
  for (let at = 0; at < 20_000; at++) {
    const base = sound[at % sound.length] ?? '';
    const place = Math.floor(random() * (base.length + 1));
    const text =
      at % 3 === 0
        ? Array.from({ length: 1 + Math.floor(random() * 6) }, piece).join('')
        : base.slice(0, place) + piece() + base.slice(place + Math.floor(random() * 2));
    let isJson = true;
    try {
      JSON.parse(text);
    } catch {
      isJson = false;
    }
    taken += isJson ? 1 : 0;
    const fault = jsonFault(text, 50);
    if (fault?.why !== 'twice') expect([text, fault === null]).toEqual([text, isJson]);
  }
  expect(taken).toBeGreaterThan(1_000);
});

import { describe, expect, test } from 'vitest';
import { nearest } from '../../../electron/lib/nearest.ts';
import { type OptionTable, parseArgs, splitOnce, UsageError } from '../../../electron/lib/parse-args.ts';

const table = {
  port: { kind: 'value', value: 'N', about: '' },
  exit: { kind: 'value', value: 'N', about: '' },
  set: { kind: 'list', value: 'K=V', about: '' },
  wait: { kind: 'flag', about: '' },
  help: { kind: 'flag', about: '' },
} as const satisfies OptionTable;
const empty = { port: undefined, exit: undefined, set: [], wait: false, help: false };

describe('words are read', () => {
  test.each<[string[], object]>([
    [[], {}],
    [['--port', '8188'], { options: { port: '8188' } }],
    [['--port=8188'], { options: { port: '8188' } }],
    [['--port='], { options: { port: '' } }],
    [['--port', ''], { options: { port: '' } }],
    [['--exit', '-11'], { options: { exit: '-11' } }],
    [['--exit', '--wait'], { options: { exit: '--wait' } }],
    [['--exit', '--'], { options: { exit: '--' } }],
    [['--exit=-11'], { options: { exit: '-11' } }],
    [['--set', 'a=b', '--set', 'c=-d'], { options: { set: ['a=b', 'c=-d'] } }],
    [['--set=a=b=c'], { options: { set: ['a=b=c'] } }],
    [['--set', 'prompt=-x --y'], { options: { set: ['prompt=-x --y'] } }],
    [['a', '--wait', 'b'], { options: { wait: true }, positionals: ['a', 'b'] }],
    [['-'], { positionals: ['-'] }],
    [['-h'], { options: { help: true } }],
    [['a', '--', '--b', '--', 'c'], { positionals: ['a'], rest: ['--b', '--', 'c'] }],
    [['--'], { rest: [] }],
    [['--wait', '--wait'], { options: { wait: true } }],
  ])('%j', (words, expected: { options?: object; positionals?: string[]; rest?: string[] }) => {
    expect(parseArgs(words, table)).toEqual({
      options: { ...empty, ...expected.options },
      positionals: expected.positionals ?? [],
      rest: expected.rest ?? null,
    });
  });
});

describe('wrong words are refused', () => {
  test.each<[string[], string]>([
    [['--prot', '1'], 'Unknown option --prot. Did you mean --port?'],
    [['--prot=1'], 'Unknown option --prot. Did you mean --port?'],
    [['--PORT', '1'], 'Unknown option --PORT. Did you mean --port?'],
    [['--quite-another'], 'Unknown option --quite-another.'],
    [['-x'], 'Unknown option -x.'],
    [['-11'], 'Unknown option -11.'],
    [['--constructor'], 'Unknown option --constructor.'],
    [['--__proto__=1'], 'Unknown option --__proto__.'],
    [['--port'], '--port needs a value.'],
    [['--port', '1', '--port', '2'], '--port was given twice.'],
    [['--wait=yes'], '--wait takes no value.'],
  ])('%j', (words, message) => {
    expect(() => parseArgs(words, table)).toThrow(new UsageError(message));
  });
});

test.each<[string, [string, string | undefined]]>([
  ['a=b', ['a', 'b']],
  ['a=b=c', ['a', 'b=c']],
  ['a=', ['a', '']],
  ['=b', ['', 'b']],
  ['a', ['a', undefined]],
])('%j is split once', (text, expected) => {
  expect(splitOnce(text)).toEqual(expected);
});

test.each<[string, string[], string | undefined]>([
  ['sbumit', ['submit', 'jobs'], 'submit'],
  ['promt', ['prompt', 'negative'], 'prompt'],
  ['Prompt', ['prompt'], 'prompt'],
  ['x', ['submit', 'jobs'], undefined],
  ['', [], undefined],
  ['anything', [], undefined],
])('nearest to %j', (word, known, expected) => {
  expect(nearest(word, known)).toBe(expected);
});

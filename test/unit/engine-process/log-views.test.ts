import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { levelOf, plainText } from '../../../electron/engine/log-lines.ts';
import type { LineFilter } from '../../../electron/engine/log-match.ts';
import { createLogReader } from '../../../electron/engine/log-reader.ts';
import { openLogTail } from '../../../electron/engine/log-tail.ts';
import { openTimes, timesFileOf } from '../../../electron/engine/log-times.ts';
import { createLogViews, type ViewQuery } from '../../../electron/engine/log-views.ts';
import type { LogLine } from '../../../shared/engine.ts';
import { manualClock } from './manual-clock.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-views-'));
  file = join(folder, 'launch.log');
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () => {
  const reader = createLogReader();
  return { reader, views: createLogViews(reader, () => {}) };
};
const all: LineFilter = { level: 'all', text: '', isPattern: false };
const query = (filter: Partial<LineFilter> = {}, rest: Partial<ViewQuery> = {}): ViewQuery => ({
  filter: { ...all, ...filter },
  between: null,
  isOver: true,
  ...rest,
});
const place = () => ({ file, from: 0 });
const info = (text: string): string => `\u001b[32m[INFO]\u001b[0m ${text}`;
const error = (text: string): string => `\u001b[1m\u001b[31m[ERROR]\u001b[0m ${text}`;

const samples = [
  info('got prompt'),
  info('\u001b[32mPrompt executed in 9.20 seconds\u001b[0m'),
  error('!!! Exception during processing !!! No kernel'),
  '\u001b[1m\u001b[33m[WARNING]\u001b[0m low memory',
  'Traceback (most recent call last):',
  '  File "/c/nodes.py", line 1, in f',
  'torch.OutOfMemoryError: CUDA out of memory.',
  'WARNING: some comfy_extras/ nodes did not import correctly.',
  '[ComfyUI-Manager] [ERROR] is named in the middle',
  '  0%|   | 0/4 error\r 50%|██ | 2/4\r100%|████| 4/4',
  '100%|██| 4/4\u001b[1m\u001b[31m[ERROR]\u001b[0m glued to a bar',
  '모델을 찾을 수 없습니다: ÉCLAIR éclair',
  'a \u001b[35mco\u001b[0mloured\u001b[0m word',
  'windows line\r',
  '',
];

describe('a filtered view', () => {
  it('shows the very lines that looking at each of them would, whatever is in them and however they are cut into chunks', async () => {
    const filters = fc.record({
      level: fc.constantFrom('all' as const, 'warnings' as const, 'errors' as const),
      text: fc.constantFrom(
        '',
        'error',
        '[error] g',
        'coloured w',
        '모델',
        'éclair',
        'prompt',
        '32m',
        'e',
        '/4',
        'PROMPT EXEC',
        '[',
      ),
      isPattern: fc.constant(false),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...samples), { maxLength: 40 }),
        filters,
        fc.boolean(),
        async (lines, filter, hasEnd) => {
          writeFileSync(file, lines.join('\n') + (hasEnd ? '\n' : ''));
          const { reader, views } = open();
          const whole = await reader.page(place(), { after: 0, limit: 1_000, isOver: true });
          const wanted = whole.lines.filter(
            ({ text }) =>
              (filter.level === 'all' ||
                { warnings: /warning|error|critical/, errors: /error|critical/ }[filter.level].test(levelOf(text))) &&
              plainText(text).toLowerCase().includes(filter.text.toLowerCase()),
          );
          const page = await views.page(place(), query(filter), { at: 0, limit: 1_000 });
          expect(page.lines).toEqual(wanted);
          expect([page.matches, page.total]).toEqual([wanted.length, whole.total]);
        },
      ),
      { numRuns: 150 },
    );
  });

  it.each([
    ['^\\[INFO\\] got', [1, 3]],
    ['prompt \\d$', [1, 3]],
    ['PROMPT (0|7)', [1]],
    ['^o.+r$', [2]],
  ] as const)('takes %s as a regular expression over the plain text', async (text, numbers) => {
    writeFileSync(file, `${info('got prompt 0')}\nother\n${info('\u001b[32mgot prompt 3\u001b[0m')}\n`);
    const { lines } = await open().views.page(place(), query({ text, isPattern: true }), { limit: 10 });
    expect(lines.map(({ n }) => n)).toEqual(numbers);
  });

  it('looks by a regular expression at as much of a line as is shown', async () => {
    writeFileSync(file, `one two\n${'x'.repeat(65_000)} near ${'x'.repeat(1_000)} far\n${info('near far')}\n`);
    const { views } = open();
    const found = async (text: string) => {
      const { lines } = await views.page(place(), query({ text, isPattern: true }), { limit: 10 });
      return lines.map(({ n }) => n);
    };
    expect(await found('near')).toEqual([2, 3]);
    expect(await found('fa+r')).toEqual([3]);
    expect(await found('x$')).toEqual([2]);
  });

  it('pages through many matches and goes on with a log that grows', async () => {
    const { views } = open();
    const line = (n: number): string => (n % 3 === 0 ? `needle ${n}\n` : `hay ${n}\n`);
    writeFileSync(file, Array.from({ length: 30_000 }, (_, index) => line(index + 1)).join(''));
    const wish = query({ text: 'NEEDLE' }, { isOver: false });
    const numbers = async (at: number | null, limit: number) => {
      const page = await views.page(place(), wish, { at: at ?? undefined, limit: limit });
      return [page.matches, page.first, page.lines.map(({ n }) => n)];
    };
    expect(await numbers(null, 2)).toEqual([10_000, 9_998, [29_997, 30_000]]);
    expect(await numbers(5_000, 2)).toEqual([10_000, 5_000, [15_003, 15_006]]);
    appendFileSync(file, `${line(30_001)}${line(30_002)}${line(30_003)}needle unfinished`);
    expect(await numbers(null, 2)).toEqual([10_001, 9_999, [30_000, 30_003]]);
    expect(await numbers(20_000, 2)).toEqual([10_001, 10_001, []]);
    for (const [line, first] of [
      [1, 3],
      [3, 3],
      [15_004, 15_006],
    ] as const)
      expect((await views.page(place(), wish, { line, limit: 1 })).lines.map(({ n }) => n)).toEqual([first]);
  });

  it('passes a line longer than what is read at once, before and behind others', async () => {
    writeFileSync(file, `one\nneedle ${'x'.repeat(3_000_000)}\nneedle two\n`);
    const { matches, lines } = await open().views.page(place(), query({ text: 'needle' }), { limit: 10 });
    expect(matches).toBe(2);
    expect(lines.map(({ n, text }) => [n, text.slice(0, 10)])).toEqual([
      [2, 'needle xxx'],
      [3, 'needle two'],
    ]);
  });

  it('walks through the errors among what it shows, both ways, to the ends', async () => {
    const texts = [error('a 1'), 'b', 'a 2', error('b 3'), 'a', error('a 5'), 'Traceback (most recent call last):'];
    writeFileSync(file, `${texts.join('\n')}\n`);
    const { views } = open();
    const walk = async (filter: Partial<LineFilter>, from: number, step: 1 | -1) => {
      const seen: number[] = [];
      for (let at: number | null = from; ; ) {
        at = await views.findError(place(), query(filter), at, step);
        if (at === null) return seen;
        seen.push(at);
      }
    };
    expect(await walk({}, -1, 1)).toEqual([0, 3, 5, 6]);
    expect(await walk({}, 7, -1)).toEqual([6, 5, 3, 0]);
    // Among the lines with an "a": 0, 2, 4, 5, 6.
    expect(await walk({ text: 'a' }, -1, 1)).toEqual([0, 3, 4]);
    expect(await walk({ text: 'nothing' }, -1, 1)).toEqual([]);
  });
});

describe('a log that was cut and has grown again', () => {
  const flood = (lines: number): string => 'the same line over and over\n'.repeat(lines);
  /** Grows the log up to its limit and over it, as a runaway engine does, with and without a look in between. */
  const cutAndRegrow = async (onCut: (file: string) => void, regrown: number) => {
    const lines: LogLine[] = [];
    const tail = await openLogTail({
      file,
      clock: manualClock(),
      maxBytes: () => 20_000,
      onLines: (batch) => void lines.push(...batch),
      onCut: () => onCut(file),
    });
    appendFileSync(file, flood(800));
    await tail.catchUp();
    appendFileSync(file, `${flood(regrown)}needle at the end\n`);
    await tail.end();
    return lines;
  };

  it.each([10, 150, 400, 500, 700])('numbers and shows the right lines after %i lines more', async (regrown) => {
    const { reader, views } = open();
    writeFileSync(file, flood(600));
    const ask = async () => [
      await reader.page(place(), { after: null, limit: 5_000, isOver: true }),
      await views.page(place(), query(), { limit: 5_000 }),
      await views.page(place(), query({ text: 'needle' }), { limit: 5_000 }),
    ];
    await ask();
    rmSync(file);
    writeFileSync(file, '');
    const lines = await cutAndRegrow(views.forget, regrown);
    const fresh = open();
    const [page, view, found] = await ask();
    expect(statSync(file).size).toBeLessThan(45_000);
    expect(page).toEqual(await fresh.reader.page(place(), { after: null, limit: 5_000, isOver: true }));
    for (const line of page?.lines ?? []) expect(lines[line.n - 1]).toEqual(line);
    expect(view?.lines).toEqual(page?.lines);
    expect(page?.lines.at(-1)).toEqual(lines.at(-1));
    expect(found?.lines).toEqual(page?.lines.filter(({ text }) => text.includes('needle')));
  });
});

describe('times and jobs', () => {
  const base = Date.parse('2026-03-01T10:00:00Z');
  const write = async (marks: readonly (readonly [number, number])[]) => {
    const times = await openTimes(timesFileOf(place()));
    for (const [n, at] of marks) times.mark(n, at === 0 ? 0 : base + at);
    await times.end();
  };

  it('says when each line came, as far as anybody knows', async () => {
    writeFileSync(file, 'a\nb\nc\nd\ne\n');
    await write([
      [1, 1_000],
      [3, 0],
      [5, 9_000],
    ]);
    await write([
      [4, 7_000],
      [6, 10_000],
    ]);
    const { lines } = await open().views.page(place(), query(), { limit: 10 });
    expect(lines.map(({ at }) => at)).toEqual([
      '2026-03-01T10:00:01.000Z',
      '2026-03-01T10:00:01.000Z',
      undefined,
      undefined,
      '2026-03-01T10:00:09.000Z',
    ]);
  });

  it.each([
    ['the first', 1_000, 5_500, ['got prompt', 'one', 'Prompt executed in 4.00 seconds']],
    [
      'one that begins in the batch that ends the one before',
      5_600,
      9_000,
      ['got prompt', 'two', 'Prompt executed in 3.00 seconds'],
    ],
    ['one that runs', 10_000, null, ['got prompt', 'three']],
    ['one that has not begun', 20_000, null, []],
  ] as const)('shows the lines of a job only: %s', async (_case, from, to, expected) => {
    const lines = [
      'boot',
      'got prompt',
      'one',
      'Prompt executed in 4.00 seconds',
      'got prompt',
      'two',
      'Prompt executed in 3.00 seconds',
    ];
    writeFileSync(file, `${[...lines, 'idle', 'got prompt', 'three'].map((line) => info(line)).join('\n')}\n`);
    await write([
      [1, 500],
      [2, 1_050],
      [3, 3_000],
      [4, 5_650],
      [6, 7_000],
      [7, 9_020],
      [8, 9_500],
      [9, 10_100],
    ]);
    const between = { from: base + from, to: to === null ? null : base + to };
    const page = await open().views.page(place(), query({}, { between }), { limit: 100 });
    expect(page.lines.map(({ text }) => plainText(text).replace('[INFO] ', ''))).toEqual(expected);
    expect(page.matches).toBe(expected.length);
    const narrowed = await open().views.page(place(), query({ text: 'prompt' }, { between }), { limit: 100 });
    expect(narrowed.matches).toBe(expected.filter((line) => /prompt/i.test(line)).length);
  });
});

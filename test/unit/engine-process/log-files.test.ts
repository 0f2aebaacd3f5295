import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogReader } from '../../../electron/engine/log-reader.ts';
import { type LogTail, openLogTail } from '../../../electron/engine/log-tail.ts';
import { systemClock } from '../../../electron/lib/clock.ts';
import type { LogLine } from '../../../shared/engine.ts';
import { manualClock } from './manual-clock.ts';

let folder: string;
let file: string;
const open: LogTail[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-log-'));
  file = join(folder, 'launch.log');
});
afterEach(async () => {
  for (const tail of open.splice(0)) await tail.close();
  rmSync(folder, { recursive: true });
});

const follow = async (
  options: { maxBytes?: number; from?: number; clock?: typeof systemClock; freeBytes?: () => number } = {},
) => {
  const lines: LogLine[] = [];
  let heard = (): void => {};
  const tail = await openLogTail({
    file,
    from: options.from ?? 0,
    clock: options.clock ?? manualClock(),
    maxBytes: () => options.maxBytes ?? Number.POSITIVE_INFINITY,
    ...(options.freeBytes && { freeBytes: options.freeBytes }),
    onLines(batch) {
      lines.push(...batch);
      heard();
    },
  });
  open.push(tail);
  const until = (isThere: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      heard = () => {
        if (isThere()) resolve();
      };
      heard();
    });
  return { tail, lines, until, texts: () => lines.map(({ text }) => text) };
};
const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, i) => `line ${from + i}\n`).join('');

describe('following a log', () => {
  it('delivers what was there and what is added, whole lines only, numbered', async () => {
    writeFileSync(file, 'one\ntw');
    const { tail, lines } = await follow();
    await tail.catchUp();
    expect(lines).toEqual([{ n: 1, text: 'one', level: 'none' }]);
    appendFileSync(file, 'o\n\u001b[32m[INFO]\u001b[0m three\nfo');
    await tail.catchUp();
    expect(lines.slice(1)).toEqual([
      { n: 2, text: 'two', level: 'none' },
      { n: 3, text: '\u001b[32m[INFO]\u001b[0m three', level: 'info' },
    ]);
    await tail.end();
    expect(lines.at(-1)).toEqual({ n: 4, text: 'fo', level: 'none' });
  });

  it('notices new lines by itself', async () => {
    const { until, texts } = await follow({ clock: systemClock });
    appendFileSync(file, 'hello\n');
    await until(() => texts().includes('hello'));
  });

  it('shows growth before a line is finished: a progress bar is a sign of life', async () => {
    const { tail } = await follow();
    appendFileSync(file, '\r 10%');
    await tail.catchUp();
    expect(tail.readBytes).toBe(5);
    expect(tail.lineCount).toBe(0);
  });

  it('reads a flood without losing a line', async () => {
    const { tail, lines } = await follow();
    for (let part = 0; part < 20; part++) appendFileSync(file, numbered(part * 10_000 + 1, (part + 1) * 10_000));
    await tail.end();
    expect(lines).toHaveLength(200_000);
    expect(lines.every(({ n, text }) => text === `line ${n}`)).toBe(true);
  });

  it('gives way when the disk is full, says so, keeps the beginning, and goes on counting', async () => {
    const clock = manualClock();
    let free = 10_000_000_000;
    const { tail, texts, lines } = await follow({ clock, freeBytes: () => free });
    appendFileSync(file, numbered(1, 200_000));
    await tail.catchUp();
    expect(statSync(file).size).toBeGreaterThan(2_000_000);
    free = 0;
    clock.pass(1_000);
    await tail.catchUp();
    const kept = statSync(file).size;
    expect(kept).toBeLessThan(1_000_000);
    appendFileSync(file, numbered(200_001, 200_002));
    await tail.catchUp();
    expect(texts().slice(-3)).toEqual([
      expect.stringMatching(/^\[hearth\] cut here: the disk was full\. Lines \d+ to 200000 are gone\.$/),
      'line 200001',
      'line 200002',
    ]);
    expect(lines.at(-1)?.n).toBe(200_003);
    // What is small already stays, however full it is.
    clock.pass(5_000);
    await tail.catchUp();
    expect(statSync(file).size).toBeGreaterThan(kept);
    const { total } = await createLogReader().page({ file, from: 0 }, { after: null, limit: 5, isOver: true });
    expect(total).toBe(200_003);
  });

  it('cuts a runaway log, says so, keeps the beginning, and goes on counting', async () => {
    const { tail, lines } = await follow({ maxBytes: 10_000 });
    for (let part = 0; part < 20; part++) {
      appendFileSync(file, numbered(part * 200 + 1, (part + 1) * 200));
      await tail.catchUp();
      expect(statSync(file).size).toBeLessThan(10_000 + 5_000);
    }
    await tail.end();
    const notes = lines.filter(({ text }) => text.startsWith('[hearth] cut here'));
    expect(notes.length).toBeGreaterThan(1);
    expect(lines.filter(({ text }) => text.startsWith('line ')).map(({ text }) => text)).toEqual(
      numbered(1, 4_000).trim().split('\n'),
    );
    expect(lines.map(({ n }) => n)).toEqual(lines.map((_, index) => index + 1));

    const page = await createLogReader().page({ file, from: 0 }, { after: null, limit: 5_000, isOver: true });
    expect(page.total).toBe(lines.length);
    expect(page.lines[0]).toEqual({ n: 1, text: 'line 1', level: 'none' });
    expect(page.lines.at(-1)).toEqual(lines.at(-1));
    for (const line of page.lines) expect(lines[line.n - 1]).toEqual(line);
  });

  it('begins where a restart inside the same process began', async () => {
    writeFileSync(file, numbered(1, 3));
    const { tail, lines } = await follow({ from: statSync(file).size });
    appendFileSync(file, 'booting again\n');
    await tail.catchUp();
    expect(lines).toEqual([{ n: 1, text: 'booting again', level: 'none' }]);
  });

  it('starts over when somebody emptied the file', async () => {
    writeFileSync(file, numbered(1, 100));
    const { tail, texts } = await follow();
    await tail.catchUp();
    writeFileSync(file, 'new\n');
    await tail.catchUp();
    expect(texts().at(-1)).toBe('new');
  });

  it('leaves no timer behind', async () => {
    const clock = manualClock();
    const { tail } = await follow({ clock });
    await tail.end();
    clock.pass(1_000);
    expect(clock.waiting).toBe(0);
  });
});

describe('pages of a log', () => {
  const page = (reader: ReturnType<typeof createLogReader>, after: number | null, limit = 3, isOver = false, from = 0) =>
    reader.page({ file, from }, { after, limit, isOver });

  it('gives the last lines, or those after a number', async () => {
    writeFileSync(file, numbered(1, 12_345));
    const reader = createLogReader();
    const last = await page(reader, null);
    expect(last.total).toBe(12_345);
    expect(last.lines.map(({ n, text }) => [n, text])).toEqual([12_343, 12_344, 12_345].map((n) => [n, `line ${n}`]));
    for (const after of [0, 1, 998, 999, 1_000, 1_001, 5_500, 12_342]) {
      const { lines } = await page(reader, after);
      expect(lines.map(({ n, text }) => [n, text])).toEqual([1, 2, 3].map((i) => [after + i, `line ${after + i}`]));
    }
    expect((await page(reader, 12_345)).lines).toEqual([]);
  });

  it('follows a file that grows, through unfinished and overlong lines', async () => {
    const reader = createLogReader();
    writeFileSync(file, 'one\ntw');
    expect(await page(reader, null)).toEqual({ lines: [{ n: 1, text: 'one', level: 'none' }], total: 1 });
    appendFileSync(file, `o\n${'x'.repeat(3_000_000)}`);
    expect((await page(reader, null)).total).toBe(2);
    appendFileSync(file, '\nfour\nfi');
    const { lines, total } = await page(reader, 1);
    expect(total).toBe(4);
    expect(lines.map(({ n, text }) => [n, text.slice(0, 10)])).toEqual([
      [2, 'two'],
      [3, 'xxxxxxxxxx'],
      [4, 'four'],
    ]);
    expect((await page(reader, null, 2, true)).lines.map(({ n, text }) => [n, text])).toEqual([
      [4, 'four'],
      [5, 'fi'],
    ]);
  });

  it('counts every line once, however many ask at the same moment', async () => {
    const reader = createLogReader();
    writeFileSync(file, numbered(1, 300_000));
    const pages = await Promise.all([page(reader, null), page(reader, 150_000), page(reader, null), page(reader, 7)]);
    expect(pages.map(({ total }) => total)).toEqual([300_000, 300_000, 300_000, 300_000]);
    expect(pages.map(({ lines }) => lines[0]?.text)).toEqual(['line 299998', 'line 150001', 'line 299998', 'line 8']);
  });

  it('numbers a launch that began inside a file from 1', async () => {
    writeFileSync(file, numbered(1, 10));
    const from = statSync(file).size;
    appendFileSync(file, 'again\n');
    expect(await page(createLogReader(), null, 3, false, from)).toEqual({
      lines: [{ n: 1, text: 'again', level: 'none' }],
      total: 1,
    });
  });

  it('ends a launch where the next one of its process begins, with or without a line end there', async () => {
    const reader = createLogReader();
    writeFileSync(file, numbered(1, 10));
    const to = statSync(file).size;
    appendFileSync(file, 'again\nand again\n');
    const query = { after: null, limit: 3, isOver: true };
    expect((await reader.page({ file, from: 0 }, query)).total).toBe(12);
    const page = await reader.page({ file, from: 0, to }, query);
    expect(page).toMatchObject({ total: 10, lines: [{ text: 'line 8' }, { text: 'line 9' }, { n: 10, text: 'line 10' }] });
    const cut = await reader.page({ file, from: 0, to: to + 3 }, query);
    expect(cut.lines.at(-1)).toEqual({ n: 11, text: 'aga', level: 'none' });
    expect(cut.total).toBe(11);
  });

  it('calls a log that was deleted empty', async () => {
    expect(await page(createLogReader(), null)).toEqual({ lines: [], total: 0 });
  });

  it('notices a file that was replaced by a shorter one', async () => {
    const reader = createLogReader();
    writeFileSync(file, numbered(1, 5_000));
    await page(reader, null);
    writeFileSync(file, 'new\n');
    expect(await page(reader, null)).toEqual({ lines: [{ n: 1, text: 'new', level: 'none' }], total: 1 });
  });
});

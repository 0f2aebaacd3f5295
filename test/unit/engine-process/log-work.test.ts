import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogThread } from '../../../electron/engine/log-thread.ts';
import { createLogWork, type LogWork } from '../../../electron/engine/log-work.ts';
import { systemClock } from '../../../electron/lib/clock.ts';

let folder: string;
let work: LogWork;
const file = (): string => join(folder, 'launch.log');
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-work-'));
  work = createLogWork('', systemClock);
  writeFileSync(file(), `${'a'.repeat(60)}!\nlast\n`);
});
afterAll(async () => {
  await work.close();
  rmSync(folder, { recursive: true });
});

const view = (text: string, isPattern: boolean) =>
  work.view({ file: file(), from: 0 }, { filter: { level: 'all', text, isPattern }, between: null, isOver: true }, { limit: 10 });

it('ends patterns that would never end, says so, and lets nobody who looks for words, or opens the log, wait for that', async () => {
  const endless = ['^(a+)+$', '^(a|aa)+$', '^(a+)*$'].map((text) => view(text, true));
  const ended: string[] = [];
  const refused = endless.map(async (one) => {
    await expect(one).rejects.toMatchObject({ code: 'invalid-input', key: 'logPatternSlow' });
    ended.push('pattern');
  });
  expect((await view('LAST', false)).lines.map(({ n }) => n)).toEqual([2]);
  expect((await work.lines({ file: file(), from: 0 }, { after: null, limit: 5, isOver: true })).total).toBe(2);
  expect(ended).toEqual([]);
  // The newest pattern comes next, and more of one that was refused waits for nothing.
  const newest = view('^last$', true).then(({ matches }) => ended.push(`newest found ${matches}`));
  await Promise.all([...refused, newest]);
  expect(ended.indexOf('newest found 1')).toBeLessThan(3);
  await expect(view('^(a+)+$', true)).rejects.toMatchObject({ key: 'logPatternSlow' });
});

it.each([
  ['is not there', 'gone.log'],
  ['is a folder', ''],
])('a log that %s is empty', async (_case, name) => {
  const nothing = { file: join(folder, name), from: 0 };
  expect(await work.lines(nothing, { after: null, limit: 5, isOver: true })).toEqual({ lines: [], total: 0 });
  const query = { filter: { level: 'all', text: 'x', isPattern: false }, between: null, isOver: true } as const;
  expect(await work.view(nothing, query, { limit: 5 })).toMatchObject({ matches: 0, lines: [] });
  expect(await work.findError(nothing, query, -1, 1)).toBeNull();
});

it('a thread that cannot be made is said to who asks, and nothing is left waiting', async () => {
  for (const program of ['no-path', join(folder, 'gone.ts')]) {
    const thread = createLogThread(program, systemClock);
    const place = { file: file(), from: 0 };
    const order = { kind: 'lines', place, query: { after: null, limit: 5, isOver: true } } as const;
    await expect(thread.ask(order)).rejects.toThrow();
    expect(thread.open).toBe(0);
    await thread.close();
  }
});

it('refuses a text that is no pattern with what is wrong with it', async () => {
  await expect(view('(', true)).rejects.toMatchObject({ key: 'logPatternInvalid', params: { reason: 'Unterminated group' } });
});

it('what waits at the end is refused', async () => {
  const late = view('last', false);
  const refused = expect(late).rejects.toMatchObject({ code: 'disconnected' });
  await work.close();
  await refused;
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

it('ends a pattern that would never end, says so, and answers who asked behind it', async () => {
  const endless = view('^(a+)+$', true);
  const behind = view('LAST', false);
  await expect(endless).rejects.toMatchObject({ code: 'invalid-input', key: 'logPatternSlow' });
  expect((await behind).lines.map(({ n }) => n)).toEqual([2]);
});

it('refuses a text that is no pattern with what is wrong with it', async () => {
  await expect(view('(', true)).rejects.toMatchObject({ key: 'logPatternInvalid', params: { reason: 'Unterminated group' } });
});

it('a log that is not there is empty, and what waits at the end is refused', async () => {
  const gone = { file: join(folder, 'gone.log'), from: 0 };
  expect(await work.lines(gone, { after: null, limit: 5, isOver: true })).toEqual({ lines: [], total: 0 });
  const late = view('last', false);
  const refused = expect(late).rejects.toMatchObject({ code: 'disconnected' });
  await work.close();
  await refused;
});

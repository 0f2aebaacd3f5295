import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLog } from '../../../electron/lib/log.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const file = (): string => join(folder, 'logs', 'hearth.log');
const lines = (path = file()): { [key: string]: unknown }[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('each line is JSON with time, level, message and the fields given', () => {
  const log = openLog({ file: file(), now: () => 0 });
  log.info('claimed', { job: 'j1', attempt: 'a1' });
  log.error('broken\nin two', { error: new TypeError('no', { cause: 'why' }), size: 12n });
  log.close();
  expect(lines()).toMatchObject([
    { at: '1970-01-01T00:00:00.000Z', level: 'info', message: 'claimed', job: 'j1', attempt: 'a1' },
    { level: 'error', message: 'broken\nin two', error: { name: 'TypeError', message: 'no', cause: 'why' }, size: '12' },
  ]);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

test('a log goes on after a restart', () => {
  for (const message of ['one', 'two']) {
    const log = openLog({ file: file(), now: () => 0 });
    log.warn(message);
    log.close();
  }
  expect(lines().map(({ message }) => message)).toEqual(['one', 'two']);
});

test('files are put aside before they grow too large, and the oldest go', () => {
  const log = openLog({ file: file(), now: () => 0, maxBytes: 1000, keep: 2 });
  for (let n = 0; n < 60; n++) log.info('line', { n, text: 'x'.repeat(40) });
  log.close();
  expect(readdirSync(join(folder, 'logs')).sort()).toEqual(['hearth.log', 'hearth.log.1', 'hearth.log.2']);
  const numbers = ['.2', '.1', ''].flatMap((end) => lines(`${file()}${end}`).map(({ n }) => Number(n)));
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => 60 - numbers.length + index));
  for (const end of ['.2', '.1', '']) expect(statSync(`${file()}${end}`).size).toBeLessThanOrEqual(1000);
});

test('a line larger than the limit is kept whole', () => {
  const log = openLog({ file: file(), now: () => 0, maxBytes: 100 });
  log.info('x'.repeat(500));
  log.info('after');
  log.close();
  expect(lines(`${file()}.1`)[0]?.message).toHaveLength(500);
  expect(lines()[0]?.message).toBe('after');
});

test('nothing throws where nothing can be written, nor for what is no JSON, nor after closing', () => {
  mkdirSync(file(), { recursive: true });
  const log = openLog({ file: file(), now: () => 0 });
  log.info('lost');
  log.close();
  const other = openLog({ file: join(folder, 'other.log'), now: () => 0 });
  const circle: { self?: unknown } = {};
  circle.self = circle;
  other.info('circle', { circle });
  other.info('kept');
  other.close();
  other.info('late');
  expect(lines(join(folder, 'other.log')).map(({ message }) => message)).toEqual(['kept']);
  expect(existsSync(`${file()}.1`)).toBe(false);
});

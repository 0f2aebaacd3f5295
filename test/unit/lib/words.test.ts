import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../../shared/app-error.ts';
import { errors as en } from '../../../shared/i18n/en/errors.ts';
import { errors as ko } from '../../../shared/i18n/ko/errors.ts';
import { englishError, fill } from '../../../shared/words.ts';

const places = (text: string): string[] => [...new Set(text.match(/\{\{\s*\w+\s*\}\}/g) ?? [])].sort();

describe('sentences about errors', () => {
  test('name the same facts in both languages', () => {
    const different = Object.entries(en).filter(([key, text]) => {
      const other = new Map(Object.entries(ko)).get(key) ?? '';
      return places(text).join() !== places(other).join();
    });
    expect(different.map(([key]) => key)).toEqual([]);
  });

  test('have keys of their own: a second one of the same name would silently replace the first', () => {
    const folder = join(import.meta.dirname, '../../../shared/i18n/en/errors');
    const keys = readdirSync(folder).flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/^ {2}(\w+):/gm)].map(([, key]) => key ?? ''),
    );
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    expect(keys.sort()).toEqual(Object.keys(en).sort());
  });

  test('are in Korean where they should be', () => {
    expect(Object.entries(ko).filter(([, text]) => !/[가-힣]/.test(text))).toEqual([]);
  });
});

test.each<[string, Record<string, string | number>, string]>([
  ['{{a}} and {{ b }}', { a: 1, b: 'x' }, '1 and x'],
  ['{{a}}', {}, '{{a}}'],
  ['{{a}}', { a: '{{b}}', b: 'x' }, '{{b}}'],
  ['{{a}}', { a: '$& $1' }, '$& $1'],
  ['{{constructor}} {{toString}}', {}, '{{constructor}} {{toString}}'],
  ['no places', { a: 1 }, 'no places'],
])('%j with %j', (text, params, expected) => {
  expect(fill(text, params)).toBe(expected);
});

test('a key that is no sentence stands for itself', () => {
  for (const key of ['constructor', '__proto__', 'unheardOf']) expect(englishError(key as never)).toBe(key);
});

test('an error from a newer host keeps its sentence', () => {
  const error = AppError.fromWire({ code: 'conflict', key: 'ofTomorrow', message: 'The moon is full.', params: {} });
  expect([error.message, error.code, String(error)]).toEqual(['The moon is full.', 'conflict', 'AppError: The moon is full.']);
  expect(error.toWire()).toEqual({ code: 'conflict', key: 'ofTomorrow', message: 'The moon is full.', params: {} });
});

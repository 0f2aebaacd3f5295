import { describe, expect, test } from 'vitest';
import { artifactId } from '../../../electron/artifacts/artifact-id.ts';
import { cutToBytes, dayFolder, fileName } from '../../../electron/artifacts/file-name.ts';
import { endingOf, kindOfMime, mimeOfEnding } from '../../../electron/artifacts/media-type.ts';
import { checkOutputPath, outputPath } from '../../../electron/artifacts/output-path.ts';
import { AppError } from '../../../shared/app-error.ts';
import { Artifact } from '../../../shared/artifact.ts';

/** One second before midnight of the machine's own time. */
const at = new Date(2026, 10, 30, 23, 59, 59).getTime();
const base = { at, title: 'demo', seed: '4444', number: null, code: '1f3a5b7c9d', ending: 'png' };

describe('readable names', () => {
  test.each<[string, Partial<typeof base>, string]>([
    ['all there is', {}, '2026-11-30_23-59-59_demo_4444_1f3a5b7c9d.png'],
    ['no seed', { seed: null as never }, '2026-11-30_23-59-59_demo_1f3a5b7c9d.png'],
    ['one of several', { number: 2 as never }, '2026-11-30_23-59-59_demo_4444-2_1f3a5b7c9d.png'],
    ['no ending', { ending: '' }, '2026-11-30_23-59-59_demo_4444_1f3a5b7c9d'],
    [
      'tokens, colons, slashes',
      { title: '%date:yyyy-MM-dd% a/b\\c:d*?"<>|.' },
      '2026-11-30_23-59-59_date-yyyy-MM-dd-a-b-c-d_4444_1f3a5b7c9d.png',
    ],
    ['Hangul', { title: '수채화 풍경' }, '2026-11-30_23-59-59_수채화-풍경_4444_1f3a5b7c9d.png'],
    ['Hangul in pieces', { title: '수채화'.normalize('NFD') }, '2026-11-30_23-59-59_수채화_4444_1f3a5b7c9d.png'],
    ['only emoji', { title: '❤️🎨' }, '2026-11-30_23-59-59_4444_1f3a5b7c9d.png'],
    ['dots only', { title: '..' }, '2026-11-30_23-59-59_4444_1f3a5b7c9d.png'],
  ])('%s', (_name, more, expected) => {
    expect(fileName({ ...base, ...more })).toBe(expected);
  });
  test.each(['한', 'é', 'e\u0301', '𠮷', 'नी', 'a'])('a long title of %s is cut at a whole character', (letter) => {
    const name = fileName({ ...base, title: letter.repeat(300), seed: '18446744073709551615' });
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(143);
    const [, , title = ''] = name.split('_');
    expect(title.normalize('NFC').replaceAll(letter.normalize('NFC'), '')).toBe('');
  });
  test('a family of emoji is one character', () => {
    expect(cutToBytes('👩‍👩‍👧👩‍👩‍👧', 20)).toBe('👩‍👩‍👧');
  });
  test('the folder follows the local day', () => {
    expect(dayFolder(at)).toStrictEqual(['2026', '11', '30']);
    expect(dayFolder(at + 1000)).toStrictEqual(['2026', '12', '01']);
  });
});

describe('ids', () => {
  const attempt = '0190a5e4-7c1e-7d3a-9b1c-2f4d6a8c0e12';
  test('the same for the same place, others for others', () => {
    const places: [string, number][] = [
      ['9', 0],
      ['9', 1],
      ['90', 0],
      ['104:9', 0],
    ];
    const ids = places.map(([node, index]) => artifactId(attempt, node, index));
    expect(places.map(([node, index]) => artifactId(attempt, node, index))).toStrictEqual(ids);
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(Artifact.shape.id.safeParse(id).success).toBe(true);
  });
  test('fixed for all time', () => {
    expect(artifactId(attempt, '9', 0)).toBe('32b7623a-7a32-8248-82a5-7a633e6ef75f');
  });
});

describe('paths that an engine names', () => {
  const folders = { output: '/e/output', input: '/e/input', temp: '/e/temp' };
  const file = (subfolder: string, filename: string, type: 'output' | 'temp' = 'output') => ({
    node: '9',
    slot: 'images',
    filename,
    subfolder,
    type,
  });
  test.each<[string, string, string]>([
    ['', 'a.png', '/e/output/a.png'],
    ['hearth', 'a b #%.png', '/e/output/hearth/a b #%.png'],
    ['2026/11', '한글.png', '/e/output/2026/11/한글.png'],
    ['..a', '..png', '/e/output/..a/..png'],
  ])('%j %j', (subfolder, name, expected) => {
    expect(outputPath(file(subfolder, name), folders)).toBe(expected);
  });
  test('previews come from the temp folder', () => {
    expect(outputPath(file('', 'p.png', 'temp'), folders)).toBe('/e/temp/p.png');
  });
  test('subfolders as Windows writes them are fine', () => {
    expect(() => checkOutputPath(file('hearth\\2026', 'a.png'))).not.toThrow();
  });
  test.each([
    ['', '../a.png'],
    ['', '..'],
    ['', '.'],
    ['', ''],
    ['', '/etc/passwd'],
    ['', 'a/b.png'],
    ['', '..\\a.png'],
    ['', 'C:a.png'],
    ['..', 'a.png'],
    ['hearth/../..', 'a.png'],
    ['hearth\\..\\..', 'a.png'],
    ['/etc', 'passwd'],
    ['\\\\server\\share', 'a.png'],
    ['C:\\Windows', 'a.png'],
    ['', 'a.png\0.txt'],
  ])('%j %j is refused', (subfolder, name) => {
    expect(() => outputPath(file(subfolder, name), folders)).toThrow(AppError);
  });
});

test.each([
  ['a.PNG', 'png', 'image/png', 'image'],
  ['a.webm', 'webm', 'video/webm', 'video'],
  ['a.flac', 'flac', 'audio/flac', 'audio'],
  ['a.txt', 'txt', 'text/plain', 'text'],
  ['a.json', 'json', 'application/json', 'text'],
  ['a.latent', 'latent', 'application/octet-stream', 'file'],
  ['a.svg', 'svg', 'application/octet-stream', 'file'],
  ['a.html', 'html', 'application/octet-stream', 'file'],
  ['a', '', 'application/octet-stream', 'file'],
  ['a.tar.gz', 'gz', 'application/octet-stream', 'file'],
  ['a.p:g', '', 'application/octet-stream', 'file'],
])('%s', (name, ending, mime, kind) => {
  expect(endingOf(name)).toBe(ending);
  expect(mimeOfEnding(ending)).toBe(mime);
  expect(kindOfMime(mime)).toBe(kind);
});

import { hash } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createInputs } from '../../../electron/artifacts/create-inputs.ts';
import { diskFiles, type StoreFiles } from '../../../electron/artifacts/store-files.ts';
import { maxInputBytes } from '../../../shared/addresses.ts';
import { AppError } from '../../../shared/app-error.ts';
import { imageValuePattern } from '../../../shared/check-value.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { bmp, gif, jpeg, png, webp } from './pictures.ts';

const open = async (files?: StoreFiles) => {
  const folder = await tempFolder();
  return {
    inputs: createInputs({ dataDir: folder.path, ...(files ? { files } : {}) }),
    folder: join(folder.path, 'inputs'),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
};
const keyOf = async (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.key : String(error)),
  );

test.each<[string, Buffer, string]>([
  ['PNG', png(8, 8), 'image/png'],
  ['JPEG', jpeg(8, 8), 'image/jpeg'],
  ['JPEG with something behind its end', Buffer.concat([jpeg(8, 8), Buffer.alloc(100_000, 1)]), 'image/jpeg'],
  ['WebP', webp.lossless(8, 8), 'image/webp'],
  ['GIF', gif(8, 8), 'image/gif'],
  ['BMP', bmp(8, 8), 'image/bmp'],
])('%s is kept by its content, byte for byte', async (_name, bytes, mime) => {
  await using house = await open();
  // The name lies about what is inside.
  const added = await house.inputs.add(bytes, 'C:\\그림\\photo.txt');
  expect(added).toMatchObject({ name: 'photo.txt', bytes: bytes.length });
  expect(added.value).toMatch(imageValuePattern);
  expect(added.value.startsWith(hash('sha256', bytes))).toBe(true);
  expect((await house.inputs.read(added.value))?.toString()).toBe(bytes.toString());
  expect(house.inputs.find(added.value)).toStrictEqual({ file: join(house.folder, added.value), mime });
});

test.each<[string, Uint8Array, string]>([
  ['nothing', new Uint8Array(), 'inputEmpty'],
  ['text', Buffer.from('hello'), 'inputNotPicture'],
  ['SVG', Buffer.from('<svg/>'), 'inputNotPicture'],
  ['a program', Buffer.from('\x7fELF'), 'inputNotPicture'],
  ['the beginning of a PNG', png(8, 8).subarray(0, 40), 'inputBroken'],
  ['a PNG of no size', png(0, 0), 'inputBroken'],
  ['more than an engine takes', new Uint8Array(maxInputBytes + 1), 'inputTooLarge'],
])('%s is refused', async (_name, bytes, key) => {
  await using house = await open();
  expect(await keyOf(house.inputs.add(bytes, 'x.png'))).toBe(key);
  expect(await readdir(house.folder).catch(() => [])).toStrictEqual([]);
});

test('the same picture under two names, twice at once, is one file', async () => {
  await using house = await open();
  const [first, second] = await Promise.all([house.inputs.add(png(8, 8), 'a.png'), house.inputs.add(png(8, 8), 'b.png')]);
  expect(first.value).toBe(second.value);
  await house.inputs.add(png(8, 8), 'c.png');
  expect(await readdir(house.folder)).toStrictEqual([first.value]);
});

test('two pictures under one name are two files', async () => {
  await using house = await open();
  await house.inputs.add(png(8, 8, 'one'), 'a.png');
  await house.inputs.add(png(8, 8, 'two'), 'a.png');
  expect(await readdir(house.folder)).toHaveLength(2);
});

test.each([
  '../hearth.db',
  `${'a'.repeat(64)}.png/../x`,
  `${'A'.repeat(64)}.png`,
  `${'a'.repeat(63)}.png`,
  `${'a'.repeat(64)}.svg`,
  '',
])('%j is nobody`s input', async (value) => {
  await using house = await open();
  await writeFile(join(house.folder, '..', 'hearth.db'), 'secret');
  expect(house.inputs.find(value)).toBeUndefined();
  expect(await house.inputs.read(value)).toBeUndefined();
});

test('what is not there, or is a folder, is undefined', async () => {
  await using house = await open();
  const value = `${'a'.repeat(64)}.png`;
  expect(await house.inputs.read(value)).toBeUndefined();
  await mkdir(join(house.folder, value), { recursive: true });
  expect(house.inputs.find(value)).toBeUndefined();
});

test.each([
  ['ENOSPC', 'diskFull'],
  ['EDQUOT', 'diskFull'],
  ['EROFS', 'storeUnwritable'],
])('%s while storing leaves nothing', async (code, key) => {
  await using house = await open({
    ...diskFiles,
    async create(file) {
      const out = await diskFiles.create(file);
      return { ...out, write: () => Promise.reject(Object.assign(new Error(code), { code })) };
    },
  });
  expect(await keyOf(house.inputs.add(png(8, 8), 'a.png'))).toBe(key);
  expect(await readdir(house.folder)).toStrictEqual([]);
});

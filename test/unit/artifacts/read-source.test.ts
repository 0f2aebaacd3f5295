import { execFileSync } from 'node:child_process';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createOwnVolume } from '../../../electron/artifacts/own-volume.ts';
import { readFileChunks } from '../../../electron/artifacts/read-source.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';

const kib = 1024;
const sizes = [0, 1, 256 * kib - 2, 256 * kib - 1, 256 * kib, 256 * kib + 1, 1280 * kib, 3000 * kib + 7];

test.each(sizes.flatMap((size) => [true, false].map((isAtHand) => [size, isAtHand] as const)))(
  'a file of %i bytes is read to its last one, at hand: %s',
  async (size, isAtHand) => {
    await using folder = await tempFolder();
    const file = join(folder.path, 'picture');
    const bytes = Buffer.from(Array.from({ length: size }, (_, place) => (place * 31) % 251));
    await writeFile(file, bytes);
    const parts: Uint8Array[] = [];
    const device = isAtHand ? (await stat(folder.path)).dev : null;
    for await (const part of readFileChunks(file, device)) parts.push(part);
    expect(Buffer.concat(parts).equals(bytes)).toBe(true);
  },
);

test.each([true, false])('a file that is not there fails like the system does, at hand: %s', async (isAtHand) => {
  await using folder = await tempFolder();
  const reading = readFileChunks(join(folder.path, 'gone'), isAtHand ? (await stat(folder.path)).dev : null).next();
  await expect(reading).rejects.toMatchObject({ code: 'ENOENT' });
});

test.each([true, false])('a folder and a pipe are no files, and hold nobody up, at hand: %s', async (isAtHand) => {
  await using folder = await tempFolder();
  const device = isAtHand ? (await stat(folder.path)).dev : null;
  const files = [folder.path];
  if (process.platform !== 'win32') {
    files.push(join(folder.path, 'pipe'));
    execFileSync('mkfifo', [join(folder.path, 'pipe')]);
  }
  for (const file of files) await expect(readFileChunks(file, device).next()).rejects.toMatchObject({ code: 'EINVAL' });
});

test('a file that a link leads to elsewhere is read all the same', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'picture');
  await writeFile(file, 'elsewhere');
  const parts: Uint8Array[] = [];
  for await (const part of readFileChunks(file, -1)) parts.push(part);
  expect(Buffer.concat(parts).toString()).toBe('elsewhere');
});

test('a folder beside the store is on its volume; one that is not there is on none, until it is there', async () => {
  await using folder = await tempFolder();
  const { dev } = await stat(folder.path);
  const ownDevice = createOwnVolume(folder.path);
  expect(await ownDevice(folder.path)).toBe(dev);
  expect(await ownDevice(join(folder.path, 'later'))).toBe(null);
  await writeFile(join(folder.path, 'later'), '');
  expect(await ownDevice(join(folder.path, 'later'))).toBe(dev);
});

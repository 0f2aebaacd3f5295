import { randomUUID, webcrypto } from 'node:crypto';
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { maxInputBytes } from '../../shared/addresses.ts';
import { AppError } from '../../shared/app-error.ts';
import { imageValuePattern } from '../../shared/check-value.ts';
import type { Inputs } from './artifacts.ts';
import { isWholeImage, readImageHeader } from './image-header.ts';
import { endingOf, mimeOfEnding } from './media-type.ts';
import { storageFault } from './storage-fault.ts';
import { diskFiles, type StoreFiles } from './store-files.ts';

export interface InputsDeps {
  /** Absolute path of the data folder; pictures lie in its `inputs`. */
  dataDir: string;
  files?: StoreFiles;
}

const megabytes = (bytes: number): string => (bytes / 1024 ** 2).toFixed(1).replace(/\.0$/, '');

/** Off the main thread: pictures may be large. */
const sha256 = async (bytes: Uint8Array): Promise<string> =>
  Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex');

/** The last part of a path of either system, without control characters. */
const shownName = (fileName: string): string =>
  (fileName.split(/[\\/]/).at(-1) ?? '').replace(/\p{C}/gu, '').slice(0, 255) || '?';

/** Pictures given as values, in `<data>/inputs/<sha-256>.<ext>`: the same bytes are stored once, whatever they were called. */
export const createInputs = ({ dataDir, files = diskFiles }: InputsDeps): Inputs => {
  const folder = join(dataDir, 'inputs');
  const find: Inputs['find'] = (value) => {
    // The pattern leaves no room for a path.
    if (!imageValuePattern.test(value)) return undefined;
    const file = join(folder, value);
    return statSync(file, { throwIfNoEntry: false })?.isFile() ? { file, mime: mimeOfEnding(endingOf(value)) } : undefined;
  };

  const store = async (bytes: Uint8Array, value: string): Promise<void> => {
    // Two may store the same picture at the same moment: each writes its own file, the later name wins, the bytes are equal.
    const part = join(folder, `.${randomUUID()}.part`);
    try {
      await files.makeFolder(folder);
      const out = await files.create(part);
      try {
        await out.write(bytes);
      } catch (error) {
        await out.abandon().catch(() => undefined);
        throw error;
      }
      await out.finish();
      // The name alone says that it is whole.
      await files.syncFile(part);
      await files.rename(part, join(folder, value));
      await files.syncFolder(folder);
    } catch (error) {
      await files.remove(part).catch(() => undefined);
      throw storageFault(error, folder);
    }
  };

  return {
    async add(bytes, fileName) {
      const name = shownName(fileName);
      if (bytes.length === 0) throw new AppError('invalid-input', 'inputEmpty', { name });
      if (bytes.length > maxInputBytes) {
        const params = { name, size: megabytes(bytes.length), limit: megabytes(maxInputBytes) };
        throw new AppError('invalid-input', 'inputTooLarge', params);
      }
      const header = readImageHeader(bytes);
      if (header === null) throw new AppError('invalid-input', 'inputNotPicture', { name });
      if (header.size === null || !isWholeImage(header.format, bytes, bytes, bytes.length)) {
        throw new AppError('invalid-input', 'inputBroken', { name });
      }
      const value = `${await sha256(bytes)}.${header.format}`;
      if (find(value) === undefined) await store(bytes, value);
      return { value, name, bytes: bytes.length };
    },
    async read(value) {
      const found = find(value);
      if (found === undefined) return undefined;
      return readFile(found.file).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      });
    },
    find,
  };
};

import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { maxLogBytes } from '../../shared/addresses.ts';
import { AppError } from '../../shared/app-error.ts';
import { codeOf } from '../lib/code-of.ts';

/** Logs that somebody gave, kept as files while they are read. */
export interface GivenLogs {
  /**
   * Keeps the bytes while `read` looks at them. Rejects with AppError for one that is too large, while too many are being read, and
   * where the disk has no room; nothing is left behind.
   */
  hold<T>(
    bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    announcedBytes: number,
    read: (file: string) => Promise<T>,
  ): Promise<T>;
}

/** What a test may stand in for. */
interface Disk {
  freeBytesOf(folder: string): Promise<number>;
  sink(file: string): Writable;
}

/** One log's part of what may be held. */
interface Share {
  taken: number;
  awaited: number;
}

/** So many are read at once; whoever gives more is asked to wait. */
export const mostGiven = 4;
/** All of them together. */
const mostTogether = 2 * maxLogBytes;
/** The work needs the disk too: so much stays free. */
const spareBytes = 256 * 1024 * 1024;
/** How often the room is looked at meanwhile. */
const lookBytes = 64 * 1024 * 1024;

const realDisk: Disk = {
  async freeBytesOf(folder) {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },
  sink: (file) => createWriteStream(file, { mode: 0o600 }),
};

/** Logs in a folder of their own. What a host that was killed left in it is removed. */
export const createGivenLogs = (folder: string, disk: Disk = realDisk, mostBytes = mostTogether): GivenLogs => {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // What cannot be removed now stands in nobody's way: the next start tries again.
  }
  let count = 0;
  let last = 0;
  /** What is taken of all that may be held: as announced from the beginning on, and no less than has come. */
  let taken = 0;
  /** Of that, what has not come yet. */
  let awaited = 0;

  const take = (own: Share, bytes: number): void => {
    if (taken + bytes > mostBytes) throw tooMuch(mostBytes);
    taken += bytes;
    own.taken += bytes;
  };
  /** At once when one is refused, so that those beside it need not be. */
  const release = (own: Share): void => {
    taken -= own.taken;
    awaited -= own.awaited;
    Object.assign(own, { taken: 0, awaited: 0 });
  };
  const bounded = async function* (chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, own: Share) {
    let [bytes, seen] = [0, 0];
    for await (const chunk of chunks) {
      bytes += chunk.length;
      seen += chunk.length;
      const came = Math.min(own.awaited, chunk.length);
      own.awaited -= came;
      awaited -= came;
      try {
        if (bytes > maxLogBytes) throw tooLarge();
        take(own, chunk.length - came);
        if (seen > lookBytes) {
          seen = 0;
          await mustHaveRoom(own, 0);
        }
      } catch (error) {
        release(own);
        throw error;
      }
      yield chunk;
    }
  };
  /** For so much more, and for what others announced and is still to come. */
  const mustHaveRoom = async (own: Share, bytes: number): Promise<void> => {
    // What the system does not tell stands in nobody's way.
    const free = await disk.freeBytesOf(folder).catch(() => Number.POSITIVE_INFINITY);
    if (free < awaited + bytes + spareBytes) throw noRoom();
    // In the same moment: two that ask at once must not both have the last of it.
    awaited += bytes;
    own.awaited += bytes;
  };

  return {
    async hold(bytes, announcedBytes, read) {
      if (announcedBytes > maxLogBytes) throw tooLarge();
      if (count >= mostGiven) throw tooMany();
      const own: Share = { taken: 0, awaited: 0 };
      take(own, announcedBytes);
      count++;
      const file = join(folder, `${++last}.log`);
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        await mustHaveRoom(own, announcedBytes);
        await pipeline(Readable.from(bounded(bytes, own)), disk.sink(file));
        return await read(file);
      } catch (error) {
        throw ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(error)) ? noRoom(error) : error;
      } finally {
        count--;
        release(own);
        await rm(file, { force: true }).catch(() => {});
      }
    },
  };
};

const tooLarge = (): AppError => new AppError('invalid-input', 'logTooLarge', { max: maxLogBytes / 1024 ** 3 });
/** @param most bytes of all together */
const tooMuch = (most: number): AppError => new AppError('conflict', 'logsTooMuch', { most: most / 1024 ** 3 });
const tooMany = (): AppError => new AppError('conflict', 'logsTooMany', { most: mostGiven });
const noRoom = (cause?: unknown): AppError => new AppError('storage', 'logNoRoom', {}, { cause });

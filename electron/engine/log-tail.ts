import { fstatSync, statfsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { LogLine } from '../../shared/engine.ts';
import type { Clock } from '../lib/clock.ts';
import { cutLog, lastCutLine } from './log-cut.ts';
import { createLineDecoder, levelOf } from './log-lines.ts';

const pollMs = 80;
const chunkBytes = 524_288;
/** With less than this free, a log of at least as much gives way: a program that cannot write its log fails at its work. */
const leastFreeBytes = 1_048_576;
const roomLookMs = 1_000;

export interface LogTailOptions {
  file: string;
  /** First byte of this launch; the process may have written for an earlier one. */
  from?: number;
  clock: Clock;
  /** The file is cut when it grows beyond this; asked each time. Infinity: never. */
  maxBytes: () => number;
  /** Whole lines, in order, in batches; never empty. `readBytes`: how far the file was read for them. */
  onLines: (lines: LogLine[], readBytes: number) => void;
  /** Free on the volume of the file. */
  freeBytes?: () => number;
  /** The file was cut: places in it are others now. */
  onCut?: () => void;
}

export interface LogTail {
  /** Bytes read so far; grows even when no line was finished. */
  readonly readBytes: number;
  /** Number of the last whole line. */
  readonly lineCount: number;
  /** Reads what is there now. */
  catchUp(): Promise<void>;
  /** Reads to the end, delivers the unfinished last line too, and closes. */
  end(): Promise<void>;
  /** Lets go of the file without reading on. */
  close(): Promise<void>;
}

/**
 * Follows an engine's log while it grows. Change notices of file systems are late or absent on some, so it looks at the size on
 * a timer. Throws when the file cannot be opened.
 */
export const openLogTail = async ({
  file,
  from = 0,
  clock,
  maxBytes,
  freeBytes = () => freeBytesBeside(file),
  onLines,
  onCut,
}: LogTailOptions): Promise<LogTail> => {
  const handle: FileHandle = await open(file, 'a+');
  const buffer = Buffer.allocUnsafe(chunkBytes);
  const decoder = createLineDecoder();
  let position = from;
  let lineCount = 0;
  let isClosed = false;
  let roomLookedAt = Number.NEGATIVE_INFINITY;
  let cancelTimer = (): void => {};
  /** One reader at a time: later ones queue up behind it. */
  let reading: Promise<void> = Promise.resolve();

  const deliver = (texts: string[]): void => {
    if (texts.length === 0) return;
    onLines(
      texts.map((text) => {
        lineCount = (lastCutLine(text) ?? lineCount) + 1;
        return { n: lineCount, text, level: levelOf(text) };
      }),
      position,
    );
  };
  /**
   * Reads what was there when it began; a flood is met again at the next look, so nobody waits for it to end. What comes faster
   * than it can be read, to twice the limit, is cut unread.
   */
  const read = async (): Promise<void> => {
    if (isClosed) return;
    const { size } = fstatSync(handle.fd);
    // Somebody else emptied it: what is left is new.
    if (size < position) position = 0;
    const limit = maxBytes();
    while (!isClosed && position < size && size < 2 * limit) {
      const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, size - position), position);
      if (bytesRead === 0) break;
      position += bytesRead;
      deliver(decoder.push(buffer.subarray(0, bytesRead)));
    }
    if (isClosed) return;
    const why = size >= limit ? 'grown' : lacksRoom(size) ? 'noRoom' : null;
    if (why === null) return;
    deliver(decoder.finish());
    position = await cutLog(handle, file, Math.min(limit, size), lineCount, why);
    onCut?.();
  };
  const lacksRoom = (size: number): boolean => {
    const now = clock.monotonic();
    if (size < leastFreeBytes || now - roomLookedAt < roomLookMs) return false;
    roomLookedAt = now;
    return freeBytes() < leastFreeBytes;
  };
  const catchUp = (): Promise<void> => {
    reading = reading.catch(() => {}).then(read);
    return reading;
  };
  const poll = (): void => {
    cancelTimer = clock.after(pollMs, () => {
      // A disk that fails for a moment must not end the watch.
      void catchUp()
        .catch(() => {})
        .then(() => {
          if (!isClosed) poll();
        });
    });
  };
  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    cancelTimer();
    await reading.catch(() => {});
    await handle.close();
  };
  poll();
  return {
    get readBytes() {
      return position;
    },
    get lineCount() {
      return lineCount;
    },
    catchUp,
    async end() {
      if (isClosed) return;
      await catchUp().catch(() => {});
      // A cut in this very look has left a note.
      await catchUp().catch(() => {});
      deliver(decoder.finish());
      await close();
    },
    close,
  };
};

/** A volume that cannot be asked has room as far as anyone knows. */
const freeBytesBeside = (file: string): number => {
  try {
    const { bavail, bsize } = statfsSync(dirname(file));
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
};

import { type FileHandle, open } from 'node:fs/promises';
import type { LogLine, LogPage } from '../../shared/engine.ts';
import { lastCutLine } from './log-cut.ts';
import { createLineDecoder, levelOf } from './log-lines.ts';

const stepLines = 1_000;
const chunkBytes = 1_048_576;
/** How many logs' indexes are remembered: the current launches and what a person opened last. */
const maxIndexes = 8;

/** Where a launch's lines are: its file, and the first byte there. */
interface LogPlace {
  file: string;
  from: number;
}

export interface LogReader {
  /**
   * `limit` lines after line number `after` (1-based, exclusive), or the last ones when it is null. A log that is not there is
   * empty. `isOver`: nobody writes any more, so an unfinished last line counts.
   */
  page(place: LogPlace, query: { after: number | null; limit: number; isOver: boolean }): Promise<Omit<LogPage, 'launchId'>>;
}

/** Every `stepLines`-th line: where it begins, and which number it has. Numbers jump where a cut took lines away. */
interface Mark {
  at: number;
  n: number;
}
interface Index {
  marks: Mark[];
  /** First byte that was not looked at. */
  scanned: number;
  /** Number of the last whole line, and the byte behind its end. */
  lines: number;
  end: number;
  /** Several pages may be asked for at once: one of them looks on at a time. */
  turn: Promise<void>;
}

/** Reads pages out of logs of any size, growing ones too, by a sparse index that is made as far as the file goes. */
export const createLogReader = (): LogReader => {
  const indexes = new Map<string, Index>();

  const indexOf = async (handle: FileHandle, { file, from }: LogPlace): Promise<Index> => {
    const key = `${from}:${file}`;
    const { size } = await handle.stat();
    const known = indexes.get(key);
    const index =
      known && known.scanned <= size
        ? known
        : { marks: [{ at: from, n: 1 }], scanned: from, lines: 0, end: from, turn: Promise.resolve() };
    indexes.delete(key);
    indexes.set(key, index);
    for (const oldest of indexes.keys()) {
      if (indexes.size <= maxIndexes) break;
      indexes.delete(oldest);
    }
    index.turn = index.turn.catch(() => {}).then(() => scan(handle, index, size));
    await index.turn;
    return index;
  };

  return {
    async page(place, { after, limit, isOver }) {
      let handle: FileHandle;
      try {
        handle = await open(place.file, 'r');
      } catch {
        return { lines: [], total: 0 };
      }
      try {
        const index = await indexOf(handle, place);
        const total = index.lines + (isOver && index.scanned > index.end ? 1 : 0);
        const first = (after ?? Math.max(0, total - limit)) + 1;
        return { lines: await readFrom(handle, index, first, limit, isOver), total };
      } finally {
        await handle.close();
      }
    },
  };
};

/** Looks at the bytes from where the index ends to `size`. */
const scan = async (handle: FileHandle, index: Index, size: number): Promise<void> => {
  const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, Math.max(1, size - index.scanned)));
  while (index.scanned < size) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, size - index.scanned), index.scanned);
    if (bytesRead === 0) return;
    const chunk = buffer.subarray(0, bytesRead);
    let begin = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, begin)) {
      // `[h`: cheap to rule out, for every line passes here.
      const jump = chunk[begin] === 0x5b && chunk[begin + 1] === 0x68 ? lastCutLine(chunk.toString('utf8', begin, end)) : null;
      index.lines = (jump ?? index.lines) + 1;
      begin = end + 1;
      index.end = index.scanned + begin;
      if (index.lines % stepLines === 0 || jump !== null) index.marks.push({ at: index.end, n: index.lines + 1 });
    }
    const isLast = index.scanned + bytesRead >= size;
    // A line that goes on in the next chunk is looked at again from its beginning, unless it fills a chunk by itself.
    index.scanned += begin === 0 || isLast ? bytesRead : begin;
  }
};

const readFrom = async (handle: FileHandle, index: Index, first: number, limit: number, isOver: boolean): Promise<LogLine[]> => {
  const mark = index.marks.findLast(({ n }) => n <= first) ?? index.marks[0];
  if (!mark) return [];
  const decoder = createLineDecoder();
  const buffer = Buffer.allocUnsafe(chunkBytes / 4);
  const lines: LogLine[] = [];
  let n = mark.n - 1;
  const take = (texts: string[]): void => {
    for (const text of texts) {
      n = (lastCutLine(text) ?? n) + 1;
      if (n >= first && lines.length < limit) lines.push({ n, text, level: levelOf(text) });
    }
  };
  for (let at = mark.at; lines.length < limit; ) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) {
      if (isOver) take(decoder.finish());
      break;
    }
    at += bytesRead;
    take(decoder.push(buffer.subarray(0, bytesRead)));
  }
  return lines;
};

import type { FileHandle } from 'node:fs/promises';
import { lastCutLine } from './log-cut.ts';

const stepRows = 256;
const chunkBytes = 1_048_576;

/** A line of which is known where it begins: which row of the file it is, from 0, and which number it has. */
export interface Mark {
  at: number;
  row: number;
  n: number;
}

/** Where the lines of a log are: one of a few hundred, and those where the numbers jump because a cut took lines away. */
export interface LogIndex {
  marks: Mark[];
  /** First byte that was not looked at. */
  scanned: number;
  /** Whole lines in the file, the number of the last one, and the byte behind its end. */
  rows: number;
  lines: number;
  end: number;
}

/** The index of a log of which nothing was looked at. Pure. */
export const emptyLogIndex = (from: number): LogIndex => ({
  marks: [{ at: from, row: 0, n: 1 }],
  scanned: from,
  rows: 0,
  lines: 0,
  end: from,
});

/** Looks at the bytes from where the index ends to `size`. */
export const growLogIndex = async (handle: FileHandle, index: LogIndex, size: number): Promise<void> => {
  const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, Math.max(1, size - index.scanned)));
  while (index.scanned < size) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, size - index.scanned), index.scanned);
    if (bytesRead === 0) return;
    const chunk = buffer.subarray(0, bytesRead);
    let begin = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, begin)) {
      // `[h`: cheap to rule out, for every line passes here.
      const jump = chunk[begin] === 0x5b && chunk[begin + 1] === 0x68 ? lastCutLine(chunk.toString('utf8', begin, end)) : null;
      if (jump !== null) {
        index.lines = jump;
        mark(index);
      }
      index.lines++;
      index.rows++;
      begin = end + 1;
      index.end = index.scanned + begin;
      if (index.rows % stepRows === 0) mark(index);
    }
    const isLast = index.scanned + bytesRead >= size;
    // A line that goes on in the next chunk is looked at again from its beginning, unless it fills a chunk by itself.
    index.scanned += begin === 0 || isLast ? bytesRead : begin;
  }
};

const mark = (index: LogIndex): void => void index.marks.push({ at: index.end, row: index.rows, n: index.lines + 1 });

/** The last mark that `isBefore` holds for; it holds for the first ones and then for none. Pure. */
const lastMark = (marks: readonly Mark[], isBefore: (mark: Mark) => boolean): Mark => {
  let low = 0;
  let high = marks.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const there = marks[middle];
    if (there && isBefore(there)) low = middle;
    else high = middle - 1;
  }
  return marks[low] ?? { at: 0, row: 0, n: 1 };
};

/** The nearest mark at or before a row. Pure. */
export const markOfRow = ({ marks }: LogIndex, row: number): Mark => lastMark(marks, (mark) => mark.row <= row);

/** The first row whose line has this number or a higher one; `rows` where none has. Pure. */
export const rowOfLine = (index: LogIndex, n: number): number => {
  const { row, n: first } = lastMark(index.marks, (mark) => mark.n <= n);
  const next = index.marks.find((mark) => mark.row > row)?.row ?? index.rows;
  return Math.min(next, index.rows, row + Math.max(0, n - first));
};

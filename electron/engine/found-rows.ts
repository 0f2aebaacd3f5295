import { createLineScan, type LineFilter, type LineScan } from './log-match.ts';
import type { OpenLog } from './log-reader.ts';

const chunkBytes = 1_048_576;
/** Text of this size lives and dies in the caches and the young heap; a megabyte of it costs twice as much to make. */
const sliceBytes = 65_536;

/** The rows of a log that a filter leaves, found so far. */
export interface FoundRows {
  /** Of the log that was looked through: see `OpenLog`. */
  stamp: number;
  scan: LineScan;
  /** The first `count` of them hold rows, ascending. */
  rows: Uint32Array;
  count: number;
  /** The next row to look at, and where it begins. */
  row: number;
  at: number;
}

/** Nothing was looked at yet, from this row and byte on. */
export const openFoundRows = (filter: LineFilter, stamp: number, from: { row: number; at: number }): FoundRows => ({
  stamp,
  scan: createLineScan(filter),
  rows: new Uint32Array(1_024),
  count: 0,
  ...from,
});

/** Looks through the whole rows that came since. `beat` is called between chunks. */
export const lookOn = async ({ handle, index }: OpenLog, view: FoundRows, beat: () => void): Promise<void> => {
  const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, Math.max(1, index.end - view.at)));
  let isInside = false;
  while (view.at < index.end) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, index.end - view.at), view.at);
    if (bytesRead === 0) return;
    beat();
    const chunk = buffer.subarray(0, bytesRead);
    let begin = 0;
    if (isInside) {
      // The rest of a line that fills chunks by itself: its beginning was looked at.
      begin = chunk.indexOf(10) + 1;
      view.at += begin === 0 ? bytesRead : begin;
      if (begin === 0) continue;
      isInside = false;
      view.row++;
    }
    const end = chunk.lastIndexOf(10) + 1;
    const hit = (row: number): void => add(view, view.row + row);
    if (end > begin) {
      for (const part of slices(chunk.subarray(begin, end))) {
        view.row += view.scan(part, part.length, hit);
        view.at += part.length;
      }
    } else if (bytesRead === buffer.length && begin === 0) {
      if (passesOne(view.scan, chunk)) hit(0);
      isInside = true;
      view.at += bytesRead;
    }
  }
};

/** Whole lines, about so many as make a slice. */
function* slices(lines: Buffer): Generator<Buffer> {
  for (let from = 0; from < lines.length; ) {
    const last = lines.lastIndexOf(10, from + sliceBytes - 1);
    const end = (last < from ? lines.indexOf(10, from + sliceBytes) : last) + 1;
    yield lines.subarray(from, end);
    from = end;
  }
}

/** Whether one line passes by itself. */
export const passesOne = (scan: LineScan, line: string | Buffer): boolean => {
  const bytes = Buffer.concat([typeof line === 'string' ? Buffer.from(line) : line, Buffer.of(10)]);
  let isIn = false;
  scan(bytes, bytes.length, () => {
    isIn = true;
  });
  return isIn;
};

const add = (view: FoundRows, row: number): void => {
  if (view.count === view.rows.length) {
    const larger = new Uint32Array(view.rows.length * 2);
    larger.set(view.rows);
    view.rows = larger;
  }
  view.rows[view.count++] = row;
};

/** How many of the rows found lie before `row`. Pure. */
export const countBelow = ({ rows, count }: FoundRows, row: number): number => {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return low;
};

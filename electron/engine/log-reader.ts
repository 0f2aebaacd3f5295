import { type FileHandle, open } from 'node:fs/promises';
import type { LogLine, LogPage } from '../../shared/engine.ts';
import { emptyLogIndex, growLogIndex, type LogIndex, markOfRow, rowOfLine } from './log-index.ts';
import { createLineDecoder, levelOf } from './log-lines.ts';

const chunkBytes = 262_144;
/** Enough for the lines between two marks of the index. */
const fewBytes = 32_768;
const fewLines = 16;
/** How many logs' indexes are remembered: the current launches and what a person opened last. */
const maxIndexes = 8;

/** Where a launch's lines are: its file, and the first byte there. */
export interface LogPlace {
  file: string;
  from: number;
  /** Where the next launch of the same process begins; null or absent: the rest is its own. */
  to?: number | null;
}

/** A log that was looked at to its end a moment ago. */
export interface OpenLog {
  handle: FileHandle;
  index: LogIndex;
  /** Another number: another log, or it was cut since. */
  stamp: number;
  /** An unfinished last line is there, and counts because nobody writes any more. */
  hasTail: boolean;
  /** `limit` lines from a row on. */
  lines(row: number, limit: number): Promise<LogLine[]>;
}

export interface LogReader {
  /**
   * `limit` lines after line number `after` (1-based, exclusive), or the last ones when it is null. A log that is not there is
   * empty. `isOver`: nobody writes any more, so an unfinished last line counts.
   */
  page(place: LogPlace, query: { after: number | null; limit: number; isOver: boolean }): Promise<Omit<LogPage, 'launchId'>>;
  /** Opens it for `act`; null when it is not there. */
  look<T>(place: LogPlace, isOver: boolean, act: (log: OpenLog) => Promise<T>): Promise<T | null>;
  /** The file was cut: nothing that was known of its places holds, even if it has grown as long as before by now. */
  forget(file: string): void;
}

interface Known {
  index: LogIndex;
  stamp: number;
  /** Several may ask at once: one of them looks on at a time. */
  turn: Promise<void>;
}

/** Reads pages out of logs of any size, growing ones too, by a sparse index that is made as far as the file goes. */
export const createLogReader = (): LogReader => {
  const indexes = new Map<string, Known>();
  let stamps = 0;
  const keyOf = ({ file, from }: LogPlace): string => `${from}:${file}`;

  const indexOf = async (handle: FileHandle, place: LogPlace): Promise<Known> => {
    const key = keyOf(place);
    const size = Math.min((await handle.stat()).size, place.to ?? Number.POSITIVE_INFINITY);
    const before = indexes.get(key);
    const known =
      before && before.index.scanned <= size
        ? before
        : { index: emptyLogIndex(place.from), stamp: ++stamps, turn: Promise.resolve() };
    indexes.delete(key);
    indexes.set(key, known);
    for (const oldest of indexes.keys()) {
      if (indexes.size <= maxIndexes) break;
      indexes.delete(oldest);
    }
    known.turn = known.turn.catch(() => {}).then(() => growLogIndex(handle, known.index, size));
    await known.turn;
    return known;
  };

  const look: LogReader['look'] = async (place, isOver, act) => {
    const handle = await open(place.file, 'r').catch(() => null);
    if (handle === null) return null;
    try {
      // A folder opens like a file, and only refuses to be read.
      if (!(await handle.stat()).isFile()) return null;
      for (let turn = 0; ; turn++) {
        const known = await indexOf(handle, place);
        const { index, stamp } = known;
        const hasTail = isOver && index.scanned > index.end;
        const lines = (row: number, limit: number): Promise<LogLine[]> => readRows(handle, index, row, limit, hasTail);
        const answer = await act({ handle, index, stamp, hasTail, lines });
        // Cut meanwhile: what was read may be of two logs. A flood that is cut again and again gets the second answer.
        if (indexes.get(keyOf(place)) === known || turn > 0) return answer;
      }
    } finally {
      await handle.close();
    }
  };

  return {
    look,
    async page(place, { after, limit, isOver }) {
      const page = await look(place, isOver, async ({ index, hasTail, lines }) => {
        const total = index.lines + (hasTail ? 1 : 0);
        const first = (after ?? Math.max(0, total - limit)) + 1;
        return { lines: first > total ? [] : await lines(rowOfLine(index, first), limit), total };
      });
      return page ?? { lines: [], total: 0 };
    },
    forget(file) {
      for (const key of [...indexes.keys()]) if (key.endsWith(`:${file}`)) indexes.delete(key);
    },
  };
};

const readRows = async (
  handle: FileHandle,
  index: LogIndex,
  row: number,
  limit: number,
  hasTail: boolean,
): Promise<LogLine[]> => {
  const mark = markOfRow(index, row);
  // What was written since the look is of the next one.
  const end = index.rows + (hasTail ? 1 : 0);
  const decoder = createLineDecoder();
  const buffer = Buffer.allocUnsafe(limit < fewLines ? fewBytes : chunkBytes);
  const lines: LogLine[] = [];
  let current = mark.row;
  const take = (texts: string[]): void => {
    for (const text of texts) {
      if (current >= row && current < end && lines.length < limit) {
        const jump = markOfRow(index, current);
        lines.push({ n: jump.n + current - jump.row, text, level: levelOf(text) });
      }
      current++;
    }
  };
  for (let at = mark.at; lines.length < limit && current < end; ) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, index.scanned - at), at);
    if (bytesRead === 0) {
      if (hasTail) take(decoder.finish());
      break;
    }
    at += bytesRead;
    take(decoder.push(buffer.subarray(0, bytesRead)));
  }
  return lines;
};

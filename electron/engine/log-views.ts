import type { LogLine } from '../../shared/engine.ts';
import { countBelow, type FoundRows, lookOn, openFoundRows, passesOne } from './found-rows.ts';
import { jobLines } from './job-lines.ts';
import { markOfRow, rowOfLine } from './log-index.ts';
import { type LineFilter, passesAll } from './log-match.ts';
import type { LogPlace, LogReader, OpenLog } from './log-reader.ts';
import { followTimes, type LineTimes, lineAfter, timeOfLine, timesFileOf } from './log-times.ts';

/** How many filters' findings are remembered. */
const maxViews = 6;
/** Lines of one job are looked through for its first and last one only up to here. */
const maxJobLines = 200_000;
/** A line is read up to this long after it was written. */
const readLagMs = 1_000;

export interface ViewQuery {
  filter: LineFilter;
  /** Only lines that came then, in ms; `to` null: it goes on. */
  between: { from: number; to: number | null } | null;
  /** Nobody writes any more. */
  isOver: boolean;
}

/** Which matches: from place `at`, or from the first line with the number `line` or a higher one; the last ones without both. */
export interface Stretch {
  at?: number | undefined;
  line?: number | undefined;
  limit: number;
}

/** A stretch of a view: see `LogView`. */
export interface ViewPage {
  stamp: number;
  matches: number;
  total: number;
  first: number;
  lines: LogLine[];
}

export interface LogViews {
  page(place: LogPlace, query: ViewQuery, stretch: Stretch): Promise<ViewPage>;
  /** Place among the matches of the nearest error after (or before) the match at `from`; null where there is none. */
  findError(place: LogPlace, query: ViewQuery, from: number, step: 1 | -1): Promise<number | null>;
  forget(file: string): void;
}

/** Rows that are wanted at all, and which of them pass. */
interface Found {
  count: number;
  rowAt(index: number): number;
}

/**
 * Filtered views of logs: what a filter found is remembered, and only what was written since is looked through again. `beat` is
 * called between chunks, so that somebody can see that it goes on.
 */
export const createLogViews = (reader: LogReader, beat: () => void): LogViews => {
  const views = new Map<string, FoundRows>();
  const followed = new Map<string, () => Promise<LineTimes>>();
  const timesOf = (place: LogPlace): Promise<LineTimes> => {
    const file = timesFileOf(place);
    const read = followed.get(file) ?? followTimes(file);
    followed.delete(file);
    followed.set(file, read);
    for (const oldest of followed.keys()) {
      if (followed.size <= maxViews) break;
      followed.delete(oldest);
    }
    return read();
  };

  const viewOf = async (log: OpenLog, place: LogPlace, filter: LineFilter, firstRow: number): Promise<FoundRows> => {
    const key = JSON.stringify([place.file, place.from, filter.level, filter.text, filter.isPattern, firstRow]);
    const known = views.get(key);
    const { at, row } = markOfRow(log.index, firstRow);
    const view = known?.stamp === log.stamp ? known : openFoundRows(filter, log.stamp, { row, at });
    views.delete(key);
    views.set(key, view);
    for (const oldest of views.keys()) {
      if (views.size <= maxViews) break;
      views.delete(oldest);
    }
    await lookOn(log, view, beat);
    return view;
  };

  const found = async (log: OpenLog, place: LogPlace, { filter, between, isOver }: ViewQuery): Promise<Found> => {
    const rows = log.index.rows + (log.hasTail ? 1 : 0);
    const { first, end } = between === null ? { first: 0, end: rows } : await rangeOf(log, await timesOf(place), between, rows);
    if (passesAll(filter)) return { count: Math.max(0, end - first), rowAt: (index) => first + index };
    const view = await viewOf(log, place, filter, first);
    const skipped = countBelow(view, first);
    // The unfinished last line of a log that has ended is looked at each time: it is no whole row.
    const tail = isOver && log.hasTail && end === rows ? await log.lines(rows - 1, 1) : [];
    const isTailIn = tail.some(({ text }) => passesOne(view.scan, text));
    const count = countBelow(view, end) - skipped;
    return {
      count: count + (isTailIn ? 1 : 0),
      rowAt: (index) => (index >= count ? rows - 1 : (view.rows[skipped + index] ?? 0)),
    };
  };

  return {
    async page(place, query, { at, line, limit }) {
      const times = await timesOf(place);
      const page = await reader.look(place, query.isOver, async (log): Promise<ViewPage> => {
        const all = await found(log, place, query);
        const { count, rowAt } = all;
        const wanted = line === undefined ? at : placeFrom(all, rowOfLine(log.index, line));
        const first = Math.min(wanted ?? Math.max(0, count - limit), count);
        const lines = await linesOf(log, rowAt, first, Math.min(count, first + limit));
        return {
          stamp: log.stamp,
          matches: count,
          total: log.index.lines + (log.hasTail ? 1 : 0),
          first,
          lines: lines.map((line) => {
            const time = timeOfLine(times, line.n);
            return time === null ? line : { ...line, at: new Date(time).toISOString() };
          }),
        };
      });
      return page ?? { stamp: 0, matches: 0, total: 0, first: 0, lines: [] };
    },
    async findError(place, query, from, step) {
      return reader.look(place, query.isOver, async (log) => {
        const all = await found(log, place, query);
        const errors = await viewOf(log, place, { level: 'errors', text: '', isPattern: false }, 0);
        // A view that begins behind `from`, or ends before it, is walked from its nearest end.
        const row = from < 0 ? -1 : from >= all.count ? Number.MAX_SAFE_INTEGER : all.rowAt(from);
        let at = step === 1 ? countBelow(errors, row + 1) : countBelow(errors, row) - 1;
        for (; at >= 0 && at < errors.count; at += step) {
          const error = errors.rows[at] ?? 0;
          const index = placeFrom(all, error);
          if (index < all.count && all.rowAt(index) === error) return index;
        }
        return null;
      });
    },
    forget(file) {
      reader.forget(file);
      const start = `[${JSON.stringify(file)},`;
      for (const key of [...views.keys()]) if (key.startsWith(start)) views.delete(key);
    },
  };
};

/** Where a row stands among those found, or would. */
const placeFrom = ({ count, rowAt }: Found, row: number): number => {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rowAt(middle) < row) low = middle + 1;
    else high = middle;
  }
  return low;
};

const linesOf = async (log: OpenLog, rowAt: (index: number) => number, first: number, end: number): Promise<LogLine[]> => {
  const lines: LogLine[] = [];
  for (let index = first; index < end; ) {
    // Neighbours are read in one go.
    const row = rowAt(index);
    let next = index + 1;
    while (next < end && rowAt(next) < row + 2 * (next - index + 8)) next++;
    const read = await log.lines(row, rowAt(next - 1) - row + 1);
    for (; index < next; index++) {
      const line = read[rowAt(index) - row];
      if (line) lines.push(line);
    }
  }
  return lines;
};

const rangeOf = async (
  log: OpenLog,
  times: LineTimes,
  { from, to }: { from: number; to: number | null },
  rows: number,
): Promise<{ first: number; end: number }> => {
  const rowAfter = (at: number): number => {
    const n = lineAfter(times, at);
    return n === Number.POSITIVE_INFINITY ? rows : rowOfLine(log.index, n);
  };
  const first = rowAfter(from);
  const end = to === null ? rows : rowAfter(to + readLagMs);
  const own = jobLines(await log.lines(first, Math.min(maxJobLines, end - first)));
  const isWhole = end - first <= maxJobLines || own.end < maxJobLines;
  return { first: first + own.first, end: isWhole ? first + own.end : end };
};

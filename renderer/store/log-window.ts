import type { LogLine } from '../../shared/engine.ts';
import type { LogView } from '../../shared/log.ts';

/** Lines that are asked for in one go. */
export const pageLines = 200;
/** How many lines a page holds at most, wherever a person has been; the others are asked for again. */
const keptLines = 6_000;

/** What is known of a filtered log: how many lines there are, and those that were in sight lately. */
export interface LogHeld {
  launchId: string | null;
  stamp: number;
  matches: number;
  total: number;
  /** By place among the matches. */
  lines: ReadonlyMap<number, LogLine>;
}

export const nothingHeld: LogHeld = { launchId: null, stamp: -1, matches: 0, total: 0, lines: new Map() };

/** What is held after a stretch arrived. Lines far from `center` go when there are too many. Pure. */
export function withStretch(held: LogHeld, { launchId, stamp, matches, total, first, lines }: LogView, center: number): LogHeld {
  const isSame = launchId === held.launchId && stamp === held.stamp && matches >= held.matches;
  const kept = new Map(isSame ? held.lines : []);
  for (const [index, line] of lines.entries()) kept.set(first + index, line);
  if (kept.size > keptLines) for (const at of [...kept.keys()]) if (Math.abs(at - center) > keptLines / 3) kept.delete(at);
  return { launchId, stamp, matches, total, lines: kept };
}

/** Places where pages begin that are not whole between two places. Pure. */
export function missingPages({ lines, matches }: LogHeld, first: number, end: number): number[] {
  const pages: number[] = [];
  for (let page = Math.floor(Math.max(0, first) / pageLines) * pageLines; page < Math.min(end, matches); page += pageLines) {
    const last = Math.min(page + pageLines, matches) - 1;
    // Pages arrive whole, but for the newest lines.
    if (!lines.has(page) || !lines.has(last) || !lines.has((page + last) >> 1)) pages.push(page);
  }
  return pages;
}

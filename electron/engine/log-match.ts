import { isAscii } from 'node:buffer';
import type { LogFilter } from '../../shared/log.ts';
import { logPattern } from '../../shared/log-pattern.ts';
import { fold, levelOf, maxLineLength, plainText } from './log-lines.ts';

export type LineFilter = Pick<LogFilter, 'level' | 'text' | 'isPattern'>;

/** Tells of each line in the first `end` bytes that passes, by how many lines come before it there. The last byte is a line's end. */
export type LineScan = (chunk: Buffer, end: number, hit: (row: number) => void) => void;

/** Every line passes. Pure. */
export const passesAll = ({ level, text }: LineFilter): boolean => level === 'all' && text === '';

/**
 * How a filter goes through a log. A hundred megabytes are looked at as bytes, where text is made only of the few lines that may
 * pass; a regular expression needs the text of all. Throws for a text that is no regular expression.
 */
export const createLineScan = ({ level, text, isPattern }: LineFilter): LineScan => {
  const isLevel = (line: string): boolean => level === 'all' || isOfLevel(level, line);
  if (text === '') return scanLevel(isLevel);
  if (isPattern) {
    const found = logPattern(text);
    if ('reason' in found) throw new Error(found.reason);
    return scanTexts((line) => found.pattern.test(plainText(line)) && isLevel(line));
  }
  const needle = text.toLowerCase();
  const holds = (line: string): boolean => plainText(line).toLowerCase().includes(needle) && isLevel(line);
  // Letters that have two cases beyond ASCII are not folded as bytes.
  const isBytes = isAscii(Buffer.from(needle)) || needle.toUpperCase() === needle;
  return isBytes ? scanBytes(needle, level === 'all', holds) : scanTexts(holds);
};

/** Whether a line is as serious as a level filter wants. Pure. */
const isOfLevel = (wanted: LogFilter['level'], line: string): boolean => {
  const level = levelOf(line);
  return level === 'error' || level === 'critical' || (wanted === 'warnings' && level === 'warning');
};

/** A line's text as it is shown. */
const textOf = (chunk: Buffer, begin: number, end: number): string => shown(chunk.toString('utf8', begin, end));
const shown = (line: string): string => {
  const folded = line.includes('\r') ? fold(line) : line;
  return folded.length > maxLineLength ? folded.slice(0, maxLineLength) : folded;
};

/** Makes text of every line. Letters beyond ASCII are decoded only in the lines that have them. */
const scanTexts =
  (passes: (line: string) => boolean): LineScan =>
  (chunk, end, hit) => {
    const bytes = chunk.toString('latin1', 0, end);
    const wide = /[\x80-\xff]/g;
    const nextWide = (from: number): number => {
      wide.lastIndex = from;
      return wide.test(bytes) ? wide.lastIndex - 1 : end;
    };
    let wideAt = nextWide(0);
    for (let begin = 0, row = 0; begin < end; row++) {
      const stop = bytes.indexOf('\n', begin);
      if (wideAt < begin) wideAt = nextWide(begin);
      if (passes(wideAt < stop ? textOf(chunk, begin, stop) : shown(bytes.slice(begin, stop)))) hit(row);
      begin = stop + 1;
    }
  };

/**
 * Lines in which `candidate` (global) is found among the bytes and that `holds` has no objection to. `isSure`: a match where the
 * text before it is this needs no second look, unless a part of the line was written over.
 */
const scanFor =
  (candidate: RegExp, holds: (line: string) => boolean, isSure: (before: string) => boolean): LineScan =>
  (chunk, end, hit) => {
    const bytes = chunk.toString('latin1', 0, end);
    let row = 0;
    let begin = 0;
    let stop = bytes.indexOf('\n');
    let nextReturn = bytes.indexOf('\r');
    candidate.lastIndex = 0;
    for (let match = candidate.exec(bytes); match !== null; match = candidate.exec(bytes)) {
      for (; stop < match.index; row++) {
        begin = stop + 1;
        stop = bytes.indexOf('\n', begin);
      }
      if (nextReturn !== -1 && nextReturn < begin) nextReturn = bytes.indexOf('\r', begin);
      const isFolded = nextReturn !== -1 && nextReturn < stop;
      const isIn = !isFolded && isSure(bytes.slice(Math.max(begin, match.index - longestColor), match.index));
      if (isIn || holds(textOf(chunk, begin, stop))) hit(row);
      // One match is enough for a line.
      candidate.lastIndex = stop + 1;
    }
  };

/** A control sequence of colours, and how long one may be. */
const color = '\\x1b\\[[0-9:;<=>?]*[ -/]*[@-~]';
const longestColor = 32;
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters.
const insideColor = /\x1b\[?[0-9:;<=>?]*[ -/]*$/;

/** Words without one of which no line is a warning or worse. */
const serious = /WARN|Warn|ERR|Err|CRIT|Trace|Excep|Fatal|Windows f|!!!/g;
const scanLevel = (isLevel: (line: string) => boolean): LineScan => scanFor(serious, isLevel, () => false);

/** Lines that hold `needle` (lower case), colours between its letters passed over. `isEnough`: no more is asked of a line. */
const scanBytes = (needle: string, isEnough: boolean, holds: (line: string) => boolean): LineScan => {
  const letters = [...Buffer.from(needle).toString('latin1')].map((letter) => letter.replace(/[\\^$.*+?()[\]{}|]/, '\\$&'));
  const candidate = new RegExp(letters.join(`(?:${color})*`), 'gi');
  // Beyond ASCII, bytes that look like the two cases of a letter are none.
  const canBeSure = isEnough && isAscii(Buffer.from(needle));
  return scanFor(candidate, holds, (before) => canBeSure && !insideColor.test(before));
};

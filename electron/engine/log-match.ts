import { isAscii } from 'node:buffer';
import type { LogFilter } from '../../shared/log.ts';
import { logPattern } from '../../shared/log-pattern.ts';
import { patternAcrossLines } from './line-pattern.ts';
import { fold, levelOf, maxLineLength, plainText } from './log-lines.ts';
import { plainChunk } from './plain-chunk.ts';

export type LineFilter = Pick<LogFilter, 'level' | 'text' | 'isPattern'>;

/**
 * Tells of each line in the first `end` bytes that passes, by how many lines come before it there, and answers how many lines there
 * are. The last byte is a line's end.
 */
export type LineScan = (chunk: Buffer, end: number, hit: (row: number) => void) => number;

/** Every line passes. Pure. */
export const passesAll = ({ level, text }: LineFilter): boolean => level === 'all' && text === '';

/**
 * How a filter goes through a log. A hundred megabytes are looked at as bytes, where text is made only of the few lines that may
 * pass; a regular expression needs the text of all, a megabyte of it at a time. Throws for a text that is no regular expression.
 */
export const createLineScan = ({ level, text, isPattern }: LineFilter): LineScan => {
  const isLevel = (line: string): boolean => level === 'all' || isOfLevel(level, line);
  if (text === '') return scanLevel(isLevel);
  if (isPattern) {
    const found = logPattern(text);
    if ('reason' in found) throw new Error(found.reason);
    const holds = (line: string): boolean => found.pattern.test(plainText(line));
    return level === 'all' ? scanPattern(text, holds) : scanLevel((line) => isLevel(line) && holds(line));
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
    let row = 0;
    for (let begin = 0; begin < end; row++) {
      const stop = bytes.indexOf('\n', begin);
      if (wideAt < begin) wideAt = nextWide(begin);
      if (passes(wideAt < stop ? textOf(chunk, begin, stop) : shown(bytes.slice(begin, stop)))) hit(row);
      begin = stop + 1;
    }
    return row;
  };

/** Around these a line that is one of many begins or ends, and one by itself does not. */
const softEnds = /[\u2028\u2029]/;
/** Lines in which a regular expression is found; `holds` says it of one. */
const scanPattern = (source: string, holds: (line: string) => boolean): LineScan => {
  const across = patternAcrossLines(source);
  const oneByOne = scanTexts(holds);
  if (across === null) return oneByOne;
  const hasEnds = /[$^]/.test(source);
  let room = Buffer.alloc(0);
  return (chunk, end, hit) => {
    if (room.length < end) room = Buffer.allocUnsafe(end);
    const plain = plainChunk(chunk, end, room);
    if (plain === null || (hasEnds && softEnds.test(plain.text))) return oneByOne(chunk, end, hit);
    const { text, lines } = plain;
    let row = 0;
    let begin = 0;
    across.lastIndex = 0;
    for (let match = across.exec(text); match !== null && match.index < text.length; match = across.exec(text)) {
      for (let stop = text.indexOf('\n', begin); stop < match.index; stop = text.indexOf('\n', begin)) {
        begin = stop + 1;
        row++;
      }
      hit(row);
      // One match is enough for a line.
      across.lastIndex = text.indexOf('\n', match.index) + 1;
    }
    return lines;
  };
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
    for (; stop !== -1; row++) stop = bytes.indexOf('\n', stop + 1);
    return row;
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

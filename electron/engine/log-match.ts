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
  return isBytes ? scanBytes(Buffer.from(needle), level === 'all' ? null : holds, holds) : scanTexts(holds);
};

/** Whether a line is as serious as a level filter wants. Pure. */
const isOfLevel = (wanted: LogFilter['level'], line: string): boolean => {
  const level = levelOf(line);
  return level === 'error' || level === 'critical' || (wanted === 'warnings' && level === 'warning');
};

const lf = 10;
const cr = 13;
const esc = 27;

/** A line's text as it is shown. */
const textOf = (chunk: Buffer, begin: number, end: number): string => shown(chunk.toString('utf8', begin, end));
const shown = (line: string): string => {
  const folded = line.includes('\r') ? fold(line) : line;
  return folded.length > maxLineLength ? folded.slice(0, maxLineLength) : folded;
};

/** Makes text of every line. */
const scanTexts =
  (passes: (line: string) => boolean): LineScan =>
  (chunk, end, hit) => {
    const bytes = chunk.subarray(0, end);
    // One byte a letter is half the work.
    const lines = (isAscii(bytes) ? bytes.toString('latin1') : bytes.toString('utf8')).split('\n');
    for (let row = 0; row < lines.length - 1; row++) if (passes(shown(lines[row] ?? ''))) hit(row);
  };

/** Beginnings and parts without which no line is a warning or worse; colours and returns may stand before them. */
const mayBeSerious =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters.
  /\[(?:WARN|ERR|CRIT|Errno)|\r|^(?:\u001b\[\d+m)*(?:WARN|Warn|ERR|Err|CRIT|Trace|Exc|Fatal|Windows f|!!!)|^[A-Za-z_][\w.]*(?:Error|Exception): /;

/** Lines of a level: what begins as ComfyUI's harmless lines do is passed over at once. */
const scanLevel =
  (isLevel: (line: string) => boolean): LineScan =>
  (chunk, end, hit) => {
    for (let begin = 0, row = 0; begin < end; row++) {
      const stop = chunk.indexOf(lf, begin);
      // `ESC[32m[I`
      const isInfo = chunk[begin] === esc && chunk[begin + 2] === 0x33 && chunk[begin + 3] === 0x32 && chunk[begin + 6] === 0x49;
      if (!isInfo && mayBeSerious.test(chunk.toString('latin1', begin, stop)) && isLevel(textOf(chunk, begin, stop))) hit(row);
      begin = stop + 1;
    }
  };

/**
 * Lines that hold `needle` (lower case), colours passed over. `verify` has the last word over every one; without it, `holds` over
 * those where a part was written over.
 */
const scanBytes = (
  needle: Uint8Array,
  verify: ((line: string) => boolean) | null,
  holds: (line: string) => boolean,
): LineScan => {
  const lower = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte));
  const begins = Uint8Array.from({ length: 256 }, (_, byte) => (lower[byte] === needle[0] || byte === esc ? 1 : 0));
  /** The byte behind a colour that begins at `at`. */
  const behindColor = (chunk: Buffer, at: number): number => {
    if (chunk[at + 1] !== 0x5b) return at + 1;
    let next = at + 2;
    while ((chunk[next] ?? 0x40) < 0x40 && chunk[next] !== lf) next++;
    return chunk[next] === lf ? next : next + 1;
  };
  const isHere = (chunk: Buffer, at: number): boolean => {
    let from = at + 1;
    for (let step = 1; step < needle.length; ) {
      const byte = chunk[from] ?? lf;
      if (byte === esc) from = behindColor(chunk, from);
      else if (lower[byte] === needle[step]) {
        from++;
        step++;
      } else return false;
    }
    return true;
  };
  return (chunk, end, hit) => {
    let row = 0;
    let begin = 0;
    let stop = chunk.indexOf(lf);
    let nextReturn = chunk.indexOf(cr);
    for (let at = 0; at < end; ) {
      const byte = chunk[at] ?? 0;
      if (begins[byte] === 0) at++;
      else if (byte === esc) at = behindColor(chunk, at);
      else if (!isHere(chunk, at)) at++;
      else {
        for (; stop < at; row++) {
          begin = stop + 1;
          stop = chunk.indexOf(lf, begin);
        }
        if (nextReturn !== -1 && nextReturn < begin) nextReturn = chunk.indexOf(cr, begin);
        const hasReturn = nextReturn !== -1 && nextReturn < stop;
        const doubt = verify ?? (hasReturn ? holds : null);
        if (doubt === null || doubt(textOf(chunk, begin, stop))) hit(row);
        at = stop + 1;
      }
    }
  };
};

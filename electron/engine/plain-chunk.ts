import { isAscii, isUtf8 } from 'node:buffer';
import { maxLineLength } from './log-lines.ts';

/** Whole lines of a log as they are shown, without colours, each with its end; and how many they are. */
export interface PlainChunk {
  text: string;
  lines: number;
}

/** `ESC[` as one character of its own. */
const wideControl = Buffer.of(0xc2, 0x9b);

/**
 * Makes text of many lines in one go, at a tenth of what taking them one by one costs. Answers null where a line is out of the
 * ordinary and has to be taken by itself: one that is cut, broken UTF-8, what a terminal does beyond colours.
 *
 * @param end the last of the bytes before is a line's end
 * @param room at least as large as `end`; overwritten
 */
export const plainChunk = (chunk: Buffer, end: number, room: Buffer): PlainChunk | null => {
  const bytes = chunk.subarray(0, end);
  const isWide = !isAscii(bytes);
  if (isWide && (!isUtf8(bytes) || bytes.includes(wideControl))) return null;
  // Here, so that they are numbers in what the loop is compiled to: every byte of a hundred megabytes passes.
  const newline = 10;
  const carriageReturn = 13;
  const control = 27;
  let out = 0;
  let lines = 0;
  let lineBegin = 0;
  /** Where what is shown of a line begins, colours and all. */
  let shownFrom = 0;
  for (let at = 0; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte > control) {
      room[out++] = byte;
    } else if (byte === newline) {
      if (at - shownFrom > maxLineLength) return null;
      shownFrom = at + 1;
      room[out++] = newline;
      lineBegin = out;
      lines++;
    } else if (byte === carriageReturn) {
      while (bytes[at + 1] === carriageReturn) at++;
      // Written over, unless the line ends with it.
      if (bytes[at + 1] !== newline) {
        out = lineBegin;
        shownFrom = at + 1;
      }
    } else if (byte === control) {
      at = colorEnd(bytes, at);
      if (at < 0) return null;
    } else {
      room[out++] = byte;
    }
  }
  return { text: room.toString(isWide ? 'utf8' : 'latin1', 0, out), lines };
};

/** Where `ESC[…m` ends that begins at `at`; -1 for anything else, and for numbers that no colour has. */
const colorEnd = (bytes: Buffer, at: number): number => {
  const bracket = 91;
  const zero = 48;
  const nine = 57;
  const semicolon = 59;
  const endOfColor = 109;
  if (bytes[at + 1] !== bracket) return -1;
  let digits = 0;
  for (let next = at + 2; ; next++) {
    const byte = bytes[next] ?? 0;
    if (byte === endOfColor) return next;
    if (byte === semicolon) digits = 0;
    else if (byte < zero || byte > nine || ++digits > 3) return -1;
  }
};

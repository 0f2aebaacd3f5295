import { stripVTControlCharacters } from 'node:util';
import type { LogPart } from '../../../shared/evidence.ts';
import { detectEncoding, type LogEncoding, toUtf8 } from './encoding.ts';

const headLines = 120;
const tailLines = 200;
/** Around a line that the diagnosis relies on: what led to it, and what came of it. */
const before = 25;
const after = 12;
/** Longest line, in bytes before it is decoded. */
const lineBytes = 4_000;
const tailBytes = 131_072;
const keptCarryBytes = 16_384;
const maxLines = 1_500;
const maxCharacters = 400_000;
const lf = 10;
const cr = 13;

/** Lines of a log that are worth keeping, with how many there are in all. */
interface Excerpt {
  parts: LogPart[];
  lineCount: number;
}

/**
 * Picks the beginning of a log, what surrounds the given lines, and its end, from one more pass over its bytes. Bounded in lines and
 * characters, whatever the log is; the given lines come first, then the end, then the beginning.
 *
 * @param guilty physical lines, 1-based
 */
export const excerptOf = async (chunks: AsyncIterable<Uint8Array>, guilty: readonly number[]): Promise<Excerpt> => {
  const wanted = new Set(guilty.flatMap((n) => Array.from({ length: before + after + 1 }, (_, at) => n - before + at)));
  const kept = new Map<number, Buffer>();
  let tail: Buffer = Buffer.alloc(0);
  let lineCount = 0;
  let carry: Buffer = Buffer.alloc(0);
  let encoding: LogEncoding | null = null;
  let convert = toUtf8('utf-8');

  const take = (bytes: Buffer): void => {
    lineCount++;
    if (lineCount <= headLines || wanted.has(lineCount)) kept.set(lineCount, Buffer.from(shownPart(bytes)));
  };
  const digest = (converted: Buffer): void => {
    tail = converted.length >= tailBytes ? converted : Buffer.concat([tail, converted]).subarray(-tailBytes);
    const bytes = carry.length === 0 ? converted : Buffer.concat([carry, converted]);
    let begin = 0;
    for (let end = bytes.indexOf(lf); end !== -1; end = bytes.indexOf(lf, begin)) {
      take(bytes.subarray(begin, end));
      begin = end + 1;
    }
    const rest = bytes.subarray(begin);
    // Of a line without end the last part is enough.
    carry = rest.length > 4 * keptCarryBytes ? Buffer.from(rest.subarray(-keptCarryBytes)) : rest;
  };
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (encoding === null) {
      encoding = detectEncoding(bytes);
      convert = toUtf8(encoding);
    }
    if (encoding !== 'binary') digest(convert.push(bytes));
  }
  digest(convert.finish());
  if (carry.length > 0) take(carry);
  const last = linesIn(tail.subarray(-tailBytes), lineCount);
  const first = lineCount - last.length + 1;
  for (const [at, line] of last.entries()) if (!kept.has(first + at)) kept.set(first + at, line);
  return { parts: partsOf(kept, wanted, first), lineCount };
};

/** The last whole lines of the last bytes of a log. */
const linesIn = (bytes: Buffer, lineCount: number): Buffer[] => {
  const lines: Buffer[] = [];
  let stop = bytes.at(-1) === lf ? bytes.length - 1 : bytes.length;
  while (lines.length < Math.min(tailLines, lineCount) && bytes.length > 0) {
    const begin = stop === 0 ? 0 : bytes.lastIndexOf(lf, stop - 1) + 1;
    // It may begin before these bytes do.
    if (begin === 0 && lines.length + 1 < lineCount) break;
    lines.push(shownPart(bytes.subarray(begin, stop)));
    if (begin === 0) break;
    stop = begin - 1;
  }
  return lines.toReversed();
};

/** What a terminal shows of a line: behind its last carriage return, and not endless. */
const shownPart = (bytes: Buffer): Buffer => {
  let stop = bytes.length;
  while (stop > 0 && bytes[stop - 1] === cr) stop--;
  const begin = stop === 0 ? 0 : bytes.lastIndexOf(cr, stop - 1) + 1;
  return bytes.subarray(begin, Math.min(stop, begin + lineBytes));
};

/** Lines in order, as stretches without gaps; the least important are left out where there are too many. */
const partsOf = (kept: ReadonlyMap<number, Buffer>, wanted: ReadonlySet<number>, tailFrom: number): LogPart[] => {
  const rank = (n: number): number => (wanted.has(n) ? 0 : n >= tailFrom ? 1 : 2);
  const byRank = [...kept.keys()].sort((a, b) => rank(a) - rank(b) || (rank(a) === 2 ? a - b : b - a));
  const texts = new Map<number, string>();
  let characters = 0;
  for (const n of byRank.slice(0, maxLines)) {
    const text = stripVTControlCharacters(kept.get(n)?.toString('utf8') ?? '').replaceAll('\0', '');
    characters += text.length;
    if (characters > maxCharacters) break;
    texts.set(n, text);
  }
  const parts: LogPart[] = [];
  for (const [n, text] of [...texts].sort(([a], [b]) => a - b)) {
    const last = parts.at(-1);
    if (last && last.firstLine + last.lines.length === n) last.lines.push(text);
    else parts.push({ firstLine: n, lines: [text] });
  }
  return parts;
};

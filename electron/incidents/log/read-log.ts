import type { AnchorScanner } from './anchor-scanner.ts';
import { detectEncoding, type LogEncoding, toUtf8 } from './encoding.ts';
import { maxTextLength, plainLine } from './plain-line.ts';
import { endStory, newStory, type Story, tell, wantsLine } from './story.ts';
import type { StoryLine } from './story-line.ts';

/** A log, read to its end. */
export interface LogReading {
  encoding: LogEncoding;
  sizeBytes: number;
  /** What each process did whose lines are in it: one, unless a launcher's prefixes name several. */
  stories: Story[];
  /** The last lines, blank ones too, whoever wrote them. */
  lastLines: (StoryLine & { source: string })[];
}

/** Reads a log piece by piece. Memory stays bounded whatever the log is. */
export interface LogReader {
  push(chunk: Buffer): void;
  finish(): LogReading;
}

const maxCarryBytes = 262_144;
const keptCarryBytes = 65_536;
const tailBytes = 32_768;
/** A pipe may hand over single bytes at first. */
const enoughToSniff = 4_096;
const maxStories = 12;
const maxLastLines = 120;
const cr = 13;

/** Creates a reader that looks for the scanner's anchors. */
export const createLogReader = (scanner: AnchorScanner): LogReader => {
  let encoding: LogEncoding | null = null;
  let convert = toUtf8('utf-8');
  let sniffed: Buffer = Buffer.alloc(0);
  let carry: Buffer = Buffer.alloc(0);
  let carriedBits = 0;
  let tail: Buffer = Buffer.alloc(0);
  let lineCount = 0;
  let sizeBytes = 0;
  const stories = new Map<string, Story>();
  let hasSources = false;
  const first = newStory('', 1);
  stories.set('', first);

  const storyOf = (source: string, n: number): Story => {
    const known = stories.get(source);
    if (known) return known;
    if (stories.size >= maxStories) return first;
    const story = newStory(source, n);
    stories.set(source, story);
    return story;
  };

  const take = (bytes: Buffer, begin: number, end: number, bits: number): void => {
    lineCount++;
    // Launchers that name the process do so from the first lines on.
    if (lineCount > 200 && !hasSources) {
      if (bits === 0 && !wantsLine(first, lineCount)) return;
      tell(first, lineCount, textOf(bytes, begin, end), bits);
      return;
    }
    if (bits === 0 && lineCount > 200 && ![...stories.values()].some((story) => wantsLine(story, lineCount))) return;
    const raw = textOf(bytes, begin, end);
    const { source } = plainLine(raw.slice(0, 200));
    if (source !== '') hasSources = true;
    const story = storyOf(source, lineCount);
    if (bits !== 0 || wantsLine(story, lineCount)) tell(story, lineCount, raw, bits);
  };

  const digest = (converted: Buffer): void => {
    tail =
      converted.length >= tailBytes
        ? Buffer.from(converted.subarray(-tailBytes))
        : Buffer.concat([tail, converted]).subarray(-tailBytes);
    const bytes = carry.length === 0 ? converted : Buffer.concat([carry, converted]);
    const rest = scanner.scan(bytes, 0, (begin, end, bits) => {
      take(bytes, begin, end, bits | carriedBits);
      carriedBits = 0;
    });
    carry = bytes.subarray(rest);
    // A line without end: what is behind its last return is enough, and its anchors are known.
    if (carry.length > maxCarryBytes) {
      carriedBits |= scanner.bitsOf(carry, 0, carry.length);
      carry = Buffer.from(carry.subarray(-keptCarryBytes));
    }
  };

  /** Decides how the log is written, and reads what came so far. */
  const startReading = (): void => {
    encoding = detectEncoding(sniffed);
    convert = toUtf8(encoding);
    if (encoding !== 'binary') digest(convert.push(sniffed));
    sniffed = Buffer.alloc(0);
  };

  return {
    push(chunk) {
      if (chunk.length === 0) return;
      sizeBytes += chunk.length;
      if (encoding === null) {
        sniffed = Buffer.concat([sniffed, chunk]);
        if (sniffed.length < enoughToSniff) return;
        startReading();
      } else if (encoding !== 'binary') digest(convert.push(chunk));
    },
    finish() {
      if (encoding === null) startReading();
      digest(convert.finish());
      const isEndWhole = carry.length === 0;
      if (!isEndWhole) take(carry, 0, carry.length, carriedBits | scanner.bitsOf(carry, 0, carry.length));
      const parts = tail.toString('utf8').split('\n');
      if (isEndWhole) parts.pop();
      // The first one may begin before the bytes that are left.
      const shownLines = parts.slice(parts.length > 1 ? 1 : 0).slice(-maxLastLines);
      if (parts.length <= maxLastLines && lineCount === parts.length && parts.length > 1) shownLines.unshift(parts[0] ?? '');
      let width = 0;
      const last = shownLines.map((whole, at) => {
        const raw = whole.slice(-4 * maxTextLength);
        const { text, source, richWidth } = plainLine(raw, width);
        width = richWidth;
        return { n: lineCount - shownLines.length + 1 + at, raw, text, source };
      });
      // The last lines belong to the story even where nothing in them looked like trouble.
      for (const [source, lines] of Map.groupBy(
        last.filter(({ text }) => text.trim() !== ''),
        (line) => line.source,
      ))
        endStory(stories.get(source) ?? first, lines);
      return {
        encoding: encoding ?? 'utf-8',
        sizeBytes,
        stories: [...stories.values()].filter(
          (story) => story.current.head.length > 0 || story.failures.length > 0 || story.isComfy,
        ),
        lastLines: last.map(({ n, text, source }) => ({ n, text, source })),
      };
    },
  };
};

/** The end of a line as text: what is behind its last carriage return, at most as much as rules look at. */
const textOf = (bytes: Buffer, begin: number, end: number): string => {
  let stop = end;
  while (stop > begin && bytes[stop - 1] === cr) stop--;
  let start = stop;
  while (start > begin && bytes[start - 1] !== cr) start--;
  return bytes.toString('utf8', start, Math.min(stop, start + 4 * maxTextLength));
};

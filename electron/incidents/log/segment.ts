import { plainLine } from './plain-line.ts';
import type { StoryLine } from './story-line.ts';

const headLines = 700;
const tailLines = 500;

/** A line as written: it becomes plain only when somebody looks. */
interface RawLine {
  n: number;
  raw: string;
}

/** A stretch of a run, from one prompt to the next, with the lines that were worth keeping: the first ones and the last ones. */
export interface Segment {
  run: Run;
  /** First line that belongs to it. */
  from: number;
  /** What went wrong in it: a node, a refused prompt, the thread that runs jobs, the start, or the process itself. */
  failed: 'node' | 'refused' | 'worker' | 'boot' | 'process' | null;
  head: RawLine[];
  tail: RawLine[];
  /** Where the next line of `tail` goes once it is full. */
  tailAt: number;
}

/** One life of the process, as far as the log tells. */
export interface Run {
  /** First line of it. */
  from: number;
  boot: Segment;
  /** Lines of any time that rules look at beyond the failure, each text once. */
  context: Map<string, StoryLine>;
  contextSeen: number;
  hasMemoryLine: boolean;
  isServing: boolean;
  isReachable: boolean;
  hasTopFrame: boolean;
  fatalLine: number | null;
  stoppedLine: number | null;
  pauseLine: number | null;
  exit: { n: number; code: number | null; signal: string | null } | null;
}

/** A run of the program that begins at line `from` (1-based), in its boot. Pure. */
export const newRun = (from: number): Run => {
  const run: Omit<Run, 'boot'> = {
    from,
    context: new Map(),
    contextSeen: 0,
    hasMemoryLine: false,
    isServing: false,
    isReachable: false,
    hasTopFrame: false,
    fatalLine: null,
    stoppedLine: null,
    pauseLine: null,
    exit: null,
  };
  // The boot segment and its run name each other.
  const whole = run as Run;
  whole.boot = newSegment(whole, from);
  return whole;
};

/** An empty segment of `run` from line `from` (1-based) on. Pure. */
export const newSegment = (run: Run, from: number): Segment => ({ run, from, failed: null, head: [], tail: [], tailAt: 0 });

/** Keeps a line; behind a full head the oldest one there gives way. */
export const keepLine = (segment: Segment, n: number, raw: string): void => {
  if (segment.head.length < headLines) segment.head.push({ n, raw });
  else if (segment.tail.length < tailLines) segment.tail.push({ n, raw });
  else {
    segment.tail[segment.tailAt] = { n, raw };
    segment.tailAt = (segment.tailAt + 1) % tailLines;
  }
};

/** Adds lines from the end of the log that were not kept. */
export const addLastLines = (segment: Segment, lines: readonly RawLine[]): void => {
  const last =
    (segment.tail[(segment.tailAt + segment.tail.length - 1) % Math.max(1, segment.tail.length)] ?? segment.head.at(-1))?.n ?? 0;
  const first = lines[0]?.n ?? 0;
  const known = new Set([...segment.head, ...segment.tail].map(({ n }) => n));
  const missing = lines.filter(({ n }) => n >= segment.from && !known.has(n));
  if (missing.length === 0) return;
  if (segment.tail.length === 0 && first > 0) {
    segment.head.push(...missing);
    segment.head.sort((a, b) => a.n - b.n);
  } else for (const { n, raw } of missing) if (n > last) keepLine(segment, n, raw);
};

/** Every kept line in order, without colours and prefixes. */
export const linesOf = (segment: Segment): StoryLine[] => {
  const raw = [...segment.head, ...segment.tail.slice(segment.tailAt), ...segment.tail.slice(0, segment.tailAt)];
  let width = 0;
  return raw.map((line) => {
    const { text, richWidth } = plainLine(line.raw, width);
    width = richWidth;
    return { n: line.n, text };
  });
};

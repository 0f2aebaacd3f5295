import { plainLine } from './plain-line.ts';
import type { StoryLine } from './story-line.ts';

const headLines = 700;
const tailLines = 500;

/** A stretch of a run, from one prompt to the next, with the lines that were worth keeping: the first ones and the last ones. */
export interface Segment {
  run: Run;
  /** First line that belongs to it. */
  from: number;
  /** What went wrong in it: a node, a refused prompt, the thread that runs jobs, the start, or the process itself. */
  failed: 'node' | 'refused' | 'worker' | 'boot' | 'process' | null;
  head: StoryLine[];
  /** Later lines as written; they become plain only when somebody looks. */
  tail: { n: number; raw: string }[];
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

export const newSegment = (run: Run, from: number): Segment => ({ run, from, failed: null, head: [], tail: [], tailAt: 0 });

/** Whether the next line is stored as written. */
export const isHeadFull = (segment: Segment): boolean => segment.head.length >= headLines;

export const keepPlain = (segment: Segment, line: StoryLine): void => void segment.head.push(line);

/** Keeps a line behind the full head; the oldest one there gives way. */
export const keepRaw = (segment: Segment, n: number, raw: string): void => {
  if (segment.tail.length < tailLines) segment.tail.push({ n, raw });
  else {
    segment.tail[segment.tailAt] = { n, raw };
    segment.tailAt = (segment.tailAt + 1) % tailLines;
  }
};

/** Every kept line in order, each number once. */
export const linesOf = (segment: Segment): StoryLine[] => {
  const tail = [...segment.tail.slice(segment.tailAt), ...segment.tail.slice(0, segment.tailAt)];
  const lines = [...segment.head, ...tail.map(({ n, raw }) => ({ n, text: plainLine(raw).text }))];
  return lines.filter(({ n }, at) => at === 0 || n > (lines[at - 1]?.n ?? 0));
};

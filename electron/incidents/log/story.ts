import { anchorBit } from './anchor-scanner.ts';
import { createErrorReport, type ErrorReport, opensReport } from './error-report.ts';
import { isPause, type Mark, markOf } from './markers.ts';
import { plainLine } from './plain-line.ts';
import { addLastLines, keepLine, newRun, newSegment, type Run, type Segment } from './segment.ts';
import type { StoryLine } from './story-line.ts';

const bootLines = 400;
/** A start is over after this many lines of all processes together. */
const bootSpan = 2_000;
/** How many lines after one that tells of trouble are kept whole: messages go on for many lines. */
const captureLines = 60;
const maxContext = 1_500;
/** A flood of context lines says nothing new after this many. */
const maxContextSeen = 200_000;
const maxFailures = 8;

/** What one process did, told line by line, with bounded memory. */
export interface Story {
  source: string;
  run: Run;
  current: Segment;
  /** Segments with a failure after which no job ran through; the first and the last of many. */
  failures: Segment[];
  lastSuccess: number | null;
  lastInterrupt: number | null;
  /** Whether any line is one that only ComfyUI prints. */
  isComfy: boolean;
  lastPrompt: number;
  lastExecuted: number;
  lastFailure: number;
  capture: number;
  richWidth: number;
  /** A report that was copied into the file, and whether its own part still goes on. */
  report: ErrorReport | null;
  isInReport: boolean;
}

/** What is known of a log before its line `from` (1-based) is read; `source`: the writer of its lines, where several share the file. Pure. */
export const newStory = (source: string, from: number): Story => {
  const run = newRun(from);
  return {
    source,
    run,
    current: run.boot,
    failures: [],
    lastSuccess: null,
    lastInterrupt: null,
    isComfy: false,
    lastPrompt: 0,
    lastExecuted: 0,
    lastFailure: 0,
    capture: 0,
    richWidth: 0,
    report: null,
    isInReport: false,
  };
};

/** Whether line `n` is worth a look without any anchor: while the process starts, and behind trouble. */
export const wantsLine = ({ capture, current, run, isInReport }: Story, n: number): boolean =>
  capture > 0 || isInReport || (current === run.boot && current.head.length < bootLines && n - run.from < bootSpan);

/** Takes in one line as written. `bits` are those of its anchors. Only lines that set marks or give context are looked at here. */
export const tell = (story: Story, n: number, raw: string, bits: number): void => {
  const isMarker = (bits & anchorBit.marker) !== 0;
  const isContext = (bits & anchorBit.context) !== 0 && story.run.contextSeen < maxContextSeen;
  const line = isMarker || isContext ? plainLine(raw, story.richWidth) : null;
  if (line) story.richWidth = line.richWidth;
  if (takesReport(story, n, raw, line?.text)) return;
  const mark = line && isMarker ? markOf(line.text) : null;
  if (mark) follow(story, mark, n);
  keepLine(story.current, n, raw);
  if (line && isContext) keepContext(story.run, { n, text: line.text });
  if (bits & anchorBit.trouble) story.capture = captureLines;
  else if (story.capture > 0) story.capture--;
  if (mark?.kind === 'executed') finishJob(story, n);
};

/** Whether the line belongs to an error report's own part. */
const takesReport = (story: Story, n: number, raw: string, text: string | undefined): boolean => {
  if (!story.isInReport) {
    if (text === undefined || !opensReport(text)) return false;
    story.report = createErrorReport();
  }
  story.isInReport = story.report?.take(n, text ?? plainLine(raw).text) ?? false;
  return story.isInReport;
};

/** The log is over; `lines` are its last ones with any text in them. */
export const endStory = (story: Story, lines: readonly (StoryLine & { raw: string })[]): void => {
  addLastLines(story.current, lines);
  const last = lines.at(-1);
  // Words in other scripts are no anchors.
  if (last && isPause(last.text.trim())) story.run.pauseLine ??= last.n;
  // The log below a report ends with the same failure, unless it was not copied that far.
  const reported = story.failures.length === 0 ? story.report?.toSegment(story.run) : null;
  if (reported) story.failures.push(reported);
};

const keepContext = (run: Run, line: StoryLine): void => {
  run.contextSeen++;
  if (run.context.size < maxContext && !run.context.has(line.text)) run.context.set(line.text, line);
};

/** Notes a failure in the current segment, once. */
const fail = (story: Story, failed: NonNullable<Segment['failed']>): void => {
  const { current, failures } = story;
  if (current.failed === null) {
    failures.push(current);
    if (failures.length > maxFailures) failures.splice(maxFailures / 2, 1);
  }
  current.failed ??= failed;
};

const follow = (story: Story, mark: Mark, n: number): void => {
  const { run } = story;
  switch (mark.kind) {
    case 'command':
      if (run.hasMemoryLine || run.isServing || run.hasTopFrame || run.exit || run.fatalLine !== null) beginRun(story, n);
      break;
    case 'early':
      if (run.isServing || run.hasTopFrame || run.exit || run.fatalLine !== null) beginRun(story, n);
      story.isComfy = true;
      break;
    case 'memory':
      // Printed before the server starts: jobs that ran before it belong to an earlier process whose start is not in the log.
      if (run.hasMemoryLine || run.isServing) beginRun(story, n);
      story.run.hasMemoryLine = true;
      story.isComfy = true;
      break;
    case 'server':
      run.isServing = true;
      story.isComfy = true;
      break;
    case 'gui':
      run.isServing = true;
      run.isReachable = true;
      run.fatalLine = null;
      // A start that failed earlier is history once one came through.
      story.failures = story.failures.filter(({ failed }) => failed !== 'boot');
      break;
    case 'prompt':
      story.isComfy = true;
      run.isServing = true;
      run.fatalLine = null;
      run.pauseLine = null;
      story.lastPrompt = n;
      story.current = newSegment(run, n);
      break;
    case 'failure':
      story.lastFailure = n;
      fail(story, mark.what);
      break;
    case 'interrupted':
      story.lastInterrupt = n;
      break;
    case 'fatal':
      run.fatalLine ??= n;
      break;
    case 'topFrame':
      run.hasTopFrame = true;
      break;
    case 'stopped':
      run.stoppedLine ??= n;
      break;
    case 'pause':
      run.pauseLine = n;
      break;
    case 'exit':
      run.exit = { n, code: mark.code, signal: mark.signal };
      break;
    case 'executed':
      break;
  }
};

/**
 * A job is over. It ran through if nothing failed since the one before it ended or a prompt was taken: launchers swallow this line
 * after some failures, and prompts are taken while others run.
 */
const finishJob = (story: Story, n: number): void => {
  // The log begins in the middle of a failure.
  const isCut = story.lastPrompt === 0 && story.lastExecuted === 0 && story.current.failed === null;
  if (isCut && story.current.head.some(({ raw }) => raw.includes('execution.py", line'))) {
    story.lastFailure = n;
    fail(story, 'node');
  }
  const isFailed = story.lastFailure > Math.max(story.lastPrompt, story.lastExecuted);
  const isInterrupted = (story.lastInterrupt ?? 0) > story.lastExecuted;
  if (!isFailed && !isInterrupted) {
    story.lastSuccess = n;
    story.failures = [];
    story.run.fatalLine = null;
  }
  story.lastExecuted = n;
  story.current = newSegment(story.run, n + 1);
};

/** A new life of the process begins; how the one before ended is kept as a failure if it was one. */
const beginRun = (story: Story, n: number): void => {
  const { run } = story;
  const code = run.exit?.code ?? 0;
  const isDead =
    run.stoppedLine === null && (run.fatalLine !== null || (code !== 0 && code !== 143) || (run.hasTopFrame && !run.isReachable));
  if (isDead) fail(story, run.isReachable ? 'process' : 'boot');
  story.run = newRun(n);
  story.current = story.run.boot;
  story.capture = 0;
};

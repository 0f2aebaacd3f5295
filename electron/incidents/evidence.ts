import type { Outcome } from '../../shared/incident.ts';
import type { LogReading } from './log/read-log.ts';
import { linesOf, type Run, type Segment } from './log/segment.ts';
import type { Story } from './log/story.ts';
import { type LineRole, rolesOf, type StoryLine } from './log/story-line.ts';
import { type NativeStack, parseNativeStacks, parseTracebacks, type Traceback } from './log/tracebacks.ts';
import type { MemoryAtEnd } from './memory-at-end.ts';
import { isCodeOfStop, isSignalOfStop, type ProcessEnd, signalOf } from './process-end.ts';

/** What is known besides the log. */
export interface Outside {
  /** Code and signal of the ComfyUI process itself. */
  exit: number | null;
  signal: string | null;
  outcome: Outcome | null;
  /** Absent or null: not known. */
  memory?: MemoryAtEnd | null;
  /** Class of the node that failed, as the engine told it beside the log. */
  nodeClass?: string | null;
}

export interface EvidenceLine extends StoryLine {
  role: LineRole;
}

/** Everything that rules look at: the last failure, and the run around it. */
export interface Evidence {
  /** `none`: nothing failed. Of the others each says what the failure is. */
  kind: 'none' | 'job' | 'process' | 'hang' | 'reboot';
  /** Lines from the last prompt before the failure to the end; of a failed start, the whole start. */
  scope: EvidenceLine[];
  /** Lines of the whole run that rules may look at, the scope included. */
  run: EvidenceLine[];
  tracebacks: Traceback[];
  stacks: NativeStack[];
  end: ProcessEnd;
  memory: MemoryAtEnd | null;
  /** As the engine told it, not the log. */
  nodeClass: string | null;
  /** Line that tells how the process ended. */
  endLine: number | null;
  /** Where a launcher waits for a key, with no stop before it. */
  pauseLine: number | null;
  /** Whether the process was ready for requests. */
  isReachable: boolean;
  lastSuccess: number | null;
  /** Last line with any text. */
  lastLine: StoryLine | null;
}

/** Decides what failed, if anything did, and cuts out what belongs to it. Pure. */
export const findEvidence = (reading: LogReading, outside: Outside): Evidence => {
  const story = mainStory(reading.stories, outside);
  const lastLine =
    reading.lastLines.findLast(({ text, source }) => text.trim() !== '' && (!story || source === story.source)) ?? null;
  if (!story) {
    const kind =
      outside.outcome === 'hung'
        ? 'hang'
        : outside.outcome === 'rebooted'
          ? 'reboot'
          : isDeadFromOutside(outside)
            ? 'process'
            : 'none';
    return evidenceOf({ kind, segments: [], run: null, outside, exit: null, lastSuccess: null, lastLine });
  }
  const common = { outside, exit: story.run.exit, lastSuccess: story.lastSuccess, lastLine };
  const { outcome } = outside;
  const pending = story.failures;
  const isCurrentFailed = story.current.failed !== null;
  const isPoisoned = pending.some(killsContext);
  // What failed earlier explains silence and death only if nothing else can run after it.
  const chain = chainOf(story, isPoisoned);

  if (outcome === 'hung')
    return evidenceOf({
      kind: 'hang',
      segments: isCurrentFailed || isPoisoned ? chain : [story.current],
      run: story.run,
      ...common,
    });
  if (outcome === 'rebooted')
    return evidenceOf({ kind: 'reboot', segments: isCurrentFailed ? chain : [story.current], run: story.run, ...common });
  if (isDead(story, outside)) {
    const segments = isCurrentFailed || isPoisoned || story.run.boot === story.current ? chain : [story.current];
    return evidenceOf({ kind: 'process', segments, run: story.run, ...common });
  }
  if (pending.length > 0) {
    const run = pending.at(-1)?.run ?? story.run;
    return evidenceOf({
      kind: pending.at(-1)?.failed === 'process' || pending.at(-1)?.failed === 'boot' ? 'process' : 'job',
      segments: chain,
      run,
      ...common,
      exit: run.exit,
    });
  }
  return evidenceOf({ kind: 'none', segments: [story.run.boot, story.current], run: story.run, ...common });
};

/** Segments of the job failures that were left when the process itself died of something else. Pure. */
export const earlierFailure = (reading: LogReading, outside: Outside): Evidence | null => {
  const story = mainStory(reading.stories, outside);
  const last = story?.failures.at(-1);
  if (!story || !last || last === story.current) return null;
  const segments = chainOf(story, story.failures.some(killsContext));
  return evidenceOf({
    kind: 'job',
    segments,
    run: last.run,
    outside: { exit: null, signal: null, outcome: null },
    exit: null,
    lastSuccess: story.lastSuccess,
    lastLine: null,
  });
};

interface Parts {
  kind: Evidence['kind'];
  segments: readonly Segment[];
  run: Run | null;
  outside: Outside;
  exit: Run['exit'];
  lastSuccess: number | null;
  lastLine: StoryLine | null;
}

const evidenceOf = ({ kind, segments, run, outside, exit, lastSuccess, lastLine }: Parts): Evidence => {
  const scope = withRoles(segments.flatMap(linesOf));
  const around = run ? [...linesOf(run.boot), ...run.context.values()] : [];
  const inScope = new Set(scope.map(({ n }) => n));
  const byNumber = new Map(around.filter(({ n }) => !inScope.has(n)).map((line) => [line.n, line]));
  const others = withRoles([...byNumber.values()].sort((a, b) => a.n - b.n));
  const own = scope.filter(({ role }) => role !== 'child');
  const end: ProcessEnd = {
    code: outside.exit ?? (outside.signal === null ? (exit?.code ?? null) : null),
    signal: outside.signal ?? (outside.exit === null ? (exit?.signal ?? null) : null),
  };
  return {
    kind,
    scope,
    run: [...others, ...scope].sort((a, b) => a.n - b.n),
    tracebacks: parseTracebacks(own),
    stacks: parseNativeStacks(own),
    end: { code: end.code, signal: signalOf(end) },
    memory: outside.memory ?? null,
    nodeClass: outside.nodeClass ?? null,
    endLine: exit?.n ?? null,
    pauseLine: run !== null && run.stoppedLine === null ? run.pauseLine : null,
    isReachable: run?.isReachable ?? false,
    lastSuccess,
    lastLine,
  };
};

const withRoles = (lines: readonly StoryLine[]): EvidenceLine[] => {
  const roles = rolesOf(lines);
  return lines.map((line, at) => ({ ...line, role: roles[at] ?? 'text' }));
};

/** The process that the question is about: with a failure rather than without, later rather than earlier. */
const mainStory = (stories: readonly Story[], outside: Outside): Story | undefined => {
  const rank = (story: Story): number =>
    (story.failures.length > 0 || isDead(story, { exit: null, signal: null, outcome: null }) ? 4 : 0) +
    (story.isComfy ? 2 : 0) +
    (outside.exit !== null || story.current.head.length > 0 ? 1 : 0);
  const last = (story: Story): number => story.current.head.at(-1)?.n ?? 0;
  return stories.toSorted((a, b) => rank(b) - rank(a) || last(b) - last(a))[0];
};

/** After these every further job of the process fails too, so that the first failure is the one to read. */
const contextKiller =
  /(?:CUDA|HIP) error(?: \([^)]*\))?: (?!out of memory|no kernel image|invalid device function)|CUBLAS_STATUS_|UR_RESULT_ERROR_DEVICE_LOST|PI_ERROR_DEVICE_LOST|cudaErrorIllegalAddress|cudaErrorLaunchFailure/;
const killsContext = (segment: Segment): boolean =>
  segment.failed === 'worker' || [...segment.head, ...segment.tail].some(({ raw }) => contextKiller.test(raw));

/** From the failure to read first to the end. */
const chainOf = (story: Story, isPoisoned: boolean): Segment[] => {
  const { failures, current } = story;
  const first = isPoisoned ? failures.findIndex(killsContext) : failures.length - 1;
  const chain = failures.slice(Math.max(0, first));
  const last = chain.at(-1);
  if (!last) return [current];
  // What came in a run before cannot have poisoned this one.
  const sameRun = chain.filter(({ run }) => run === last.run);
  return current === last || current.run !== last.run ? sameRun : [...sameRun, current];
};

const isDeadFromOutside = ({ exit, signal, outcome }: Outside): boolean =>
  outcome === 'crashed' || (exit !== null && exit !== 0 && !isCodeOfStop(exit)) || (signal !== null && !isSignalOfStop(signal));

/** Whether the process ended and nobody had asked it to. */
const isDead = (story: Story, outside: Outside): boolean => {
  const { run } = story;
  if (outside.outcome === 'crashed') return true;
  if (run.stoppedLine !== null) return false;
  if (outside.exit !== null || outside.signal !== null) {
    if (isDeadFromOutside(outside)) return true;
    if (outside.exit !== 0) return false;
  }
  if (
    run.exit &&
    (run.exit.signal === null
      ? run.exit.code !== null && run.exit.code !== 0 && !isCodeOfStop(run.exit.code)
      : !isSignalOfStop(run.exit.signal))
  )
    return true;
  if (outside.exit === 0) return false;
  if (run.fatalLine !== null || run.pauseLine !== null) return true;
  return !run.isReachable && story.current === run.boot && (run.hasTopFrame || endsInTraceback(story));
};

/** A start without the line that names its address, whose last words are an exception that nobody caught. */
const endsInTraceback = (story: Story): boolean => {
  const lines = linesOf(story.current);
  const last = parseTracebacks(lines.filter(({ text }) => !text.startsWith('[!] '))).at(-1);
  if (!last || last.place === 'import' || last.place === 'callback') return false;
  if (last.place === 'top' || last.place === 'node') return true;
  // A pasted traceback alone is all there is to judge.
  return !story.isComfy && !story.run.isServing && last.frames.length > 0;
};

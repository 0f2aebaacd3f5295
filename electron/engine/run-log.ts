import { stat } from 'node:fs/promises';
import type { BootFacts, LogLine, LogPage } from '../../shared/engine.ts';
import type { Clock } from '../lib/clock.ts';
import { type BootLog, emptyBootLog, readBootLine } from './boot-facts.ts';
import { reportLines } from './exit-report.ts';
import { type LogTail, openLogTail } from './log-tail.ts';
import { openTimes, timesFileOf } from './log-times.ts';
import { tellsWorkerDeath } from './worker-watch.ts';

/** Most lines that one event carries; who wants the others asks for their pages. */
const toldLines = 1_000;
const tellMs = 100;

export interface RunLogOptions {
  file: string;
  from: number;
  clock: Clock;
  maxBytes: () => number;
  /** New lines, at most ten times a second. */
  onPage: (page: Omit<LogPage, 'launchId'>) => void;
  /** It says that it is bound: worth asking now. */
  onBound: () => void;
  /** The file was cut. */
  onCut: () => void;
  /** It was bound and boots again: the program in the process was replaced. */
  onBegunAnew: () => void;
  /** It says that the thread which runs prompts died. */
  onWorkerDeath: () => void;
  /** What was read of this boot already. */
  boot?: BootLog;
}

/** What the log of the process that runs now has said. */
export interface RunLog {
  readonly facts: BootFacts;
  readonly boot: BootLog;
  /** Whether it ever said that it can be reached. */
  readonly hasBound: boolean;
  /** Bytes read; grows with every sign of life. */
  readonly readBytes: number;
  /** Up to 400 last lines. */
  lastLines(): LogLine[];
  catchUp(): Promise<void>;
  /** Reads to the end, tells it, and lets go of the file. */
  end(): Promise<void>;
}

/** Follows the log of one launch: boot facts, last lines, and pages for who looks on. Throws when the file cannot be opened. */
export const openRunLog = async ({
  file,
  from,
  clock,
  maxBytes,
  onPage,
  onBound,
  onCut,
  onBegunAnew,
  onWorkerDeath,
  boot: begun,
}: RunLogOptions): Promise<RunLog> => {
  let boot: BootLog = begun ?? emptyBootLog;
  let hasBound = false;
  let last: LogLine[] = [];
  let untold: LogLine[] = [];
  let stopTimer: (() => void) | null = null;

  const tell = (): void => {
    stopTimer?.();
    stopTimer = null;
    const lines = untold.slice(-toldLines);
    untold = [];
    const total = lines.at(-1)?.n;
    if (total !== undefined) onPage({ lines, total });
  };
  // What another host's process wrote while nobody looked came at a time that nobody knows.
  const writtenBytes = await stat(file).then(
    ({ size }) => size,
    () => 0,
  );
  const times = await openTimes(timesFileOf({ file, from }));
  const tail: LogTail = await openLogTail({
    file,
    from,
    clock,
    maxBytes,
    onCut,
    onLines(lines, readBytes) {
      times.mark(lines[0]?.n ?? 0, readBytes > writtenBytes ? clock.now() : 0);
      for (const { text } of lines) boot = readBootLine(boot, text);
      if (lines.some(({ text }) => tellsWorkerDeath(text))) onWorkerDeath();
      if (boot.urls.length > 0 && !hasBound) {
        hasBound = true;
        onBound();
      }
      // Its lines belong to the next launch from here on, with all that was read of the new boot.
      if (hasBound && boot.urls.length === 0) onBegunAnew();
      last = [...last, ...lines.slice(-reportLines)].slice(-reportLines);
      untold = [...untold, ...lines.slice(-toldLines)].slice(-toldLines);
      stopTimer ??= clock.after(tellMs, tell);
    },
  });
  return {
    get facts() {
      return boot.facts;
    },
    get boot() {
      return boot;
    },
    get hasBound() {
      return hasBound;
    },
    get readBytes() {
      return tail.readBytes;
    },
    lastLines: () => last,
    catchUp: () => tail.catchUp(),
    async end() {
      await tail.end();
      await times.end();
      tell();
    },
  };
};

/** Stands for a log that cannot be read: it says nothing, and its engine is judged by other signs. */
export const silentRunLog = (): RunLog => ({
  ...emptyBootLog,
  boot: emptyBootLog,
  // Whatever it said, it is over: one that is silent now no longer boots.
  hasBound: true,
  readBytes: 0,
  lastLines: () => [],
  catchUp: async () => {},
  end: async () => {},
});

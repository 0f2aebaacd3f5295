import { freemem, totalmem } from 'node:os';
import { cutText } from '../../shared/cut-text.ts';
import type { BootFacts, ExitReport, Problem } from '../../shared/engine.ts';
import { problemOf } from '../../shared/problem.ts';
import { type ErrorKey, englishError, type WordParams } from '../../shared/words.ts';
import { causeLine, exitCause, tellingLine } from './exit-cause.ts';
import { exitMeaning, type ProcessEnd } from './exit-meaning.ts';
import { plainText } from './log-lines.ts';
import type { End, StopWhy } from './machine.ts';

/** How many last lines of the log a report keeps. */
export const reportLines = 400;
/** Longest of them, in UTF-16 units; the log itself has them whole. */
const longestLine = 4_000;

export interface Death {
  launchId: string;
  end: End;
  /** Who ended it; `exit`: it ended by itself. */
  why: StopWhy | 'exit' | 'reboot';
  process: ProcessEnd;
  /** The kernel killed something for want of memory just before. */
  isMemoryKill: boolean;
  uptimeMs: number;
  wasReady: boolean;
  wasSuspended: boolean;
  lastLines: readonly { n: number; text: string }[];
  bootFacts: BootFacts;
  promptId: string | null;
}

/** Writes down what is known about a death; the log must have been read to its end. */
export const exitReport = (death: Death): ExitReport => ({
  launchId: death.launchId,
  code: death.process.code,
  signal: death.process.signal,
  meaning: death.isMemoryKill && death.process.signal === 'SIGKILL' ? 'OOM_KILL' : exitMeaning(death.process),
  end: death.end,
  why: death.why,
  uptimeMs: death.uptimeMs,
  wasReady: death.wasReady,
  lastLines: death.lastLines.map(({ text }) => cutText(plainText(text), longestLine)),
  firstLine: death.lastLines[0]?.n ?? 0,
  bootFacts: death.bootFacts,
  promptId: death.promptId,
  ramTotalBytes: totalmem(),
  ramFreeBytes: freemem(),
});

/** What a death says in one line, for jobs and logs. Pure. */
export const deathLine = ({ end, meaning, code, signal, wasReady, lastLines }: ExitReport): string => {
  if (end === 'requested') return 'It was stopped.';
  if (end === 'reboot') return 'It restarted itself.';
  // Further up may stand exceptions that the start survived.
  const said = (wasReady || signal !== null ? null : causeLine(lastLines)) ?? tellingLine(lastLines);
  if (said !== null) return said.endsWith('.') ? said : `${said}.`;
  const { key, params } = silence(meaning, code);
  return englishError(key, params);
};

/** What is told where the engine said nothing itself. */
const silence = (meaning: string | null, code: number | null): { key: ErrorKey; params: WordParams } => {
  if (meaning !== null) return { key: 'deathByMeaning', params: { meaning } };
  return code === null ? { key: 'deathSilent', params: {} } : { key: 'deathWithCode', params: { code } };
};

/** The line of a death that is Hearth's own sentence, for readers of other languages; undefined: the engine said it. Pure. */
export const deathSaid = (report: ExitReport): Problem['said'] => {
  const own = silence(report.meaning, report.code);
  return deathLine(report) === englishError(own.key, own.params) ? { line: own } : undefined;
};

/** What to tell people about a death, with the cause that a retry would meet again where the log names one. Pure. */
export const deathProblem = (
  name: string,
  report: ExitReport,
  facts: { silentMs: number; bootTimeoutMs: number; wasSuspended: boolean; strangerAt: string | null },
): { problem: Problem; isFinal: boolean } => {
  const say = (key: ErrorKey, params: WordParams = {}, isFinal = false, said?: Problem['said']) => ({
    problem: problemOf(key, { name, ...params }, said),
    isFinal,
  });
  switch (report.why) {
    case 'silent':
      return say(facts.wasSuspended ? 'engineSuspended' : 'engineHung', { seconds: Math.round(facts.silentMs / 1000) });
    case 'bootTimeout':
      if (facts.strangerAt !== null) return say('engineStrangerThere', { url: facts.strangerAt });
      return say('engineBootEndless', { seconds: Math.round(facts.bootTimeoutMs / 1000) });
    case 'poisoned':
      return say('enginePoisoned');
    case 'dead-worker':
      return say('engineNoWorker');
    case 'stalled':
      return say('engineStalls');
  }
  // A process that was killed had no last words.
  const cause = report.wasReady || report.signal !== null ? null : exitCause(report.lastLines);
  if (cause) return say(cause.key, cause.params, true);
  if (report.meaning === 'OOM_KILL') return say('engineMemoryKilled');
  if (report.signal === 'SIGKILL' || report.signal === 'SIGTERM') return say('engineKilled');
  const line = deathLine(report);
  return say(report.wasReady ? 'engineCrashed' : 'engineCrashedStarting', { line }, false, deathSaid(report));
};

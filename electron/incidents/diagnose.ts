import type { Confidence, Diagnosis } from '../../shared/incident.ts';
import { catalog } from './catalog/catalog.ts';
import { findLine, type Rule } from './catalog/rule.ts';
import { type Evidence, earlierFailure, findEvidence, type Outside } from './evidence.ts';
import { isBlank, isEngineLog, isWebPage } from './is-engine-log.ts';
import type { LogReading } from './log/read-log.ts';
import { lookAt } from './look-at.ts';
import { type Match, matchExit, matchText } from './match-rule.ts';
import { isMemoryAmple } from './memory-at-end.ts';
import { isCodeOfStop, isSignalOfStop } from './process-end.ts';
import { remediesFor } from './remedies.ts';
import { readRunFacts } from './run-facts.ts';
import { signatureOf } from './signature.ts';

export interface DiagnoseOptions extends Outside {
  /** ComfyUI's version where it is known better than the log tells it; null: what the log says. */
  version: string | null;
}

const maxLines = 16;
const maxAlsoSeen = 5;
/** These name what stays when nothing more telling is there: as a second finding they say nothing. */
const leftovers: ReadonlySet<string> = new Set([
  'silent-exit-after-load',
  'system-reboot-power',
  'custom-node-exception',
  'worker-thread-died',
]);

/** Names the cause of what a log ends with, the lines that show it, and what may cure it. Pure. */
export const diagnose = (reading: LogReading, options: DiagnoseOptions): Diagnosis => {
  if (options.outcome === 'requested') return quiet(reading);
  const evidence = findEvidence(reading, options);
  if (reading.encoding === 'binary' && evidence.kind === 'none') return { ...nothing, cause: 'unknown', confidence: 'low' };
  const isForeign = !isEngineLog(reading);
  if (isForeign && isTextAlone(options) && (evidence.kind === 'none' || isWebPage(reading))) return nothingKnown(reading);
  // Whoever asked it to stop need not hear what else it said.
  if (evidence.kind === 'none' && isAskedFor(options)) return { ...nothing, alsoSeen: idsOf(advisoriesOf(evidence)) };
  if (evidence.kind === 'none') return advise(evidence, options);
  const answer = name(reading, evidence, options);
  // One line without any of ComfyUI's own around it may be quoted by anybody.
  const isQuoted = isForeign && isTextAlone(options) && evidence.tracebacks.length === 0 && evidence.stacks.length === 0;
  return isQuoted && reading.lastLines.length > fewLines ? { ...answer, confidence: 'low' } : answer;
};

/** A text that is longer and was not written by the engine tells a story of its own. */
const fewLines = 12;

/** Whether nothing is known but the text. */
const isTextAlone = ({ exit, signal, outcome }: DiagnoseOptions): boolean => exit === null && signal === null && outcome === null;

/** Whether the process ended the way people and service managers ask for it. */
const isAskedFor = ({ exit, signal }: DiagnoseOptions): boolean =>
  signal !== null ? isSignalOfStop(signal) : exit !== null && isCodeOfStop(exit);

/** A text about something else; an empty one says nothing at all. */
const nothingKnown = (reading: LogReading): Diagnosis =>
  isBlank(reading)
    ? { ...nothing, confidence: 'low' }
    : { ...nothing, cause: 'unknown', confidence: 'low', fact: 'no-engine-log' };

/** Names what failed, if a rule fits. */
const name = (reading: LogReading, evidence: Evidence, options: DiagnoseOptions): Diagnosis => {
  const found = matchesOf(evidence);
  if (found.length > 0) {
    // A node that is not there may belong to a pack that did not load: both are named, whatever ran since.
    const isLacking = found[0]?.rule.id === 'missing-node-type';
    return claim(isLacking ? [...found, ...advisoriesOf({ ...evidence, lastSuccess: null })] : found, evidence, options);
  }
  // Who was killed by somebody did not die of what failed before.
  const earlier = evidence.kind === 'process' && !isKilledFromOutside(evidence) ? earlierFailure(reading, options) : null;
  const before = earlier ? matchesOf(earlier) : [];
  return earlier && before.length > 0 ? claim(before, earlier, options) : unknown(evidence, options);
};

const isOf = (...kinds: readonly NonNullable<Rule['applies']>[]): ((rule: Rule) => boolean) => {
  const set = new Set(kinds);
  return ({ applies = 'failure' }) => set.has(applies);
};
const ofFailure = catalog.filter(isOf('failure', 'failure-or-advisory'));
const lastResorts = ofFailure.filter(({ id }) => id === 'silent-exit-after-load' || id === 'custom-node-exception');
const byWords = ofFailure.filter((rule) => !lastResorts.includes(rule));

/** All rules that fit a failure, in order: by words, by a bare exit code, by what the process was silent about. */
const matchesOf = (evidence: Evidence): Match[] => {
  const own = (rules: readonly Rule[]): Match[] => rules.flatMap((rule) => matchText(rule, evidence) ?? []);
  const special =
    evidence.kind === 'hang'
      ? own(catalog.filter(isOf('hang')))
      : evidence.kind === 'reboot'
        ? own(catalog.filter(isOf('reboot')))
        : [];
  const words = own(byWords);
  const exits = evidence.kind === 'process' ? byWords.flatMap((rule) => matchExit(rule, evidence) ?? []) : [];
  const all = [
    ...words,
    ...exits,
    ...own(lastResorts.filter(({ id }) => id === 'silent-exit-after-load')),
    ...special,
    ...own(lastResorts.filter(({ id }) => id === 'custom-node-exception')),
  ];
  return all.filter(({ rule }, at) => all.findIndex((other) => other.rule === rule) === at);
};

/** What the run says that is no failure, unless a job ran through after it. */
const advisoriesOf = (evidence: Evidence): Match[] => {
  const { lastSuccess } = evidence;
  const whole: Evidence = { ...evidence, scope: evidence.run };
  return catalog.filter(isOf('advisory', 'advisory-unless-success', 'failure-or-advisory')).flatMap((rule) => {
    const match = matchText(rule, whole);
    if (!match) return [];
    const isOver = rule.applies !== 'advisory' && lastSuccess !== null && lastSuccess > Math.max(0, ...match.lines);
    return isOver ? [] : [match];
  });
};

/** Nothing failed; something may still be worth saying. */
const advise = (evidence: Evidence, options: DiagnoseOptions): Diagnosis => {
  const found = advisoriesOf(evidence);
  if (found.length === 0) return nothing;
  return { ...claim(found, { ...evidence, scope: evidence.run }, options), failed: false, signature: null };
};

const nothing: Diagnosis = {
  cause: 'none',
  confidence: 'high',
  failed: false,
  lines: [],
  exception: null,
  frame: null,
  node: null,
  nodeClass: null,
  nodeTitle: null,
  pack: null,
  stage: null,
  remedies: [],
  alsoSeen: [],
  signature: null,
};

/** Somebody asked the process to stop, so its end is no failure; what failed before that is only mentioned. */
const quiet = (reading: LogReading): Diagnosis => {
  const evidence = findEvidence(reading, { exit: 0, signal: null, outcome: null });
  if (evidence.kind !== 'job') return nothing;
  return { ...nothing, alsoSeen: idsOf(matchesOf(evidence)) };
};

const idsOf = (matches: readonly Match[]): string[] => matches.map(({ rule }) => rule.id).slice(0, maxAlsoSeen);

const lower: Readonly<Record<Confidence, Confidence>> = { high: 'medium', medium: 'low', low: 'low' };

const claim = (found: readonly Match[], evidence: Evidence, options: DiagnoseOptions): Diagnosis => {
  const [first, ...rest] = found;
  if (!first) return nothing;
  const { rule, isByExitOnly } = first;
  const { shown, ...look } = lookAt(evidence, first.lines);
  const extra = (rule.show ?? []).flatMap((clue) => findLine(evidence, clue)?.n ?? []);
  const lines = isByExitOnly && first.lines.length === 0 ? lastWords(evidence, 1) : [...first.lines, ...shown, ...extra];
  const told = { cause: rule.id, exception: look.exception, frame: look.frame, nodeClass: look.nodeClass };
  return {
    ...look,
    cause: rule.id,
    confidence: rule.sureness?.(evidence) ?? (isByExitOnly ? lower[rule.confidence] : rule.confidence),
    failed: true,
    lines: sorted(lines),
    remedies: remediesFor(rule.remedies, readRunFacts(evidence, options.version)),
    alsoSeen: idsOf(rest.filter((match) => !leftovers.has(match.rule.id) || match.rule.id === 'worker-thread-died')),
    signature: signatureOf(told),
  };
};

/** How a process ended that said nothing: what tells one silent death from another. */
const endOf = ({ kind, end }: Evidence): string | null =>
  kind === 'process' ? (end.signal ?? (end.code === null ? null : `EXIT_${end.code >>> 0}`)) : null;

/** SIGKILL is sent by somebody: the kernel for want of memory, else a person or a program. */
const isKilledFromOutside = ({ kind, end, memory }: Evidence): boolean =>
  kind === 'process' && end.signal === 'SIGKILL' && memory !== null && isMemoryAmple(memory);

const unknown = (evidence: Evidence, options: DiagnoseOptions): Diagnosis => {
  const { shown, ...seen } = lookAt(evidence, []);
  const isKilled = isKilledFromOutside(evidence);
  const look = isKilled ? { ...seen, exception: seen.exception ?? 'SIGKILL' } : seen;
  const lines = shown.length > 0 ? shown : lastWords(evidence, 8);
  const told = {
    cause: 'unknown',
    exception: look.exception ?? endOf(evidence),
    frame: look.frame,
    nodeClass: look.nodeClass,
  };
  return {
    ...look,
    cause: 'unknown',
    confidence: 'low',
    failed: true,
    lines: sorted(lines),
    remedies: remediesFor(['restart-engine', 'safe-start', 'update-comfyui'], readRunFacts(evidence, options.version)),
    alsoSeen: [],
    signature: signatureOf(told),
    ...(isKilled && { fact: 'killed-from-outside' as const }),
  };
};

/** The last lines that say anything. */
const lastWords = ({ scope, lastLine }: Evidence, count: number): number[] => {
  const lines = scope.filter(({ text, role }) => text.trim() !== '' && role !== 'source').map(({ n }) => n);
  return lines.length > 0 ? lines.slice(-count) : lastLine ? [lastLine.n] : [];
};

/** Each line once, in the log's order, the first ones of too many. */
const sorted = (lines: readonly number[]): number[] => [...new Set(lines)].slice(0, maxLines).sort((a, b) => a - b);

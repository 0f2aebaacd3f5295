import { cutText } from '../../../shared/cut-text.ts';
import type { Evidence, IncidentReport, LogPart } from '../../../shared/evidence.ts';
import { causes } from '../../../shared/i18n/en/causes.ts';
import { remedies } from '../../../shared/i18n/en/remedies.ts';
import type { Incident } from '../../../shared/incident.ts';
import { type Private, redact } from './redact.ts';
import { createRedaction } from './redaction.ts';

/** What a report is made of. */
interface ReportParts {
  incident: Incident;
  evidence: Evidence;
  log: readonly LogPart[];
}

/** Lines of the log in a report; an issue tracker takes about 65,000 characters in all. */
const maxLogLines = 400;
const maxLogCharacters = 40_000;

/**
 * One file in Markdown, in English because issue trackers are: what happened, what is thought of it, facts as JSON, lines of the log.
 * Everything private is taken out of it as a whole, so that no part is forgotten. Pure.
 */
export const reportOf = (parts: ReportParts, secrets: Private): IncidentReport => {
  const redaction = createRedaction();
  const text = redact(compose(parts), secrets, redaction);
  const { at, diagnosis } = parts.incident;
  return {
    fileName: `hearth-incident-${at.slice(0, 10)}-${diagnosis?.cause ?? 'unread'}.md`,
    text,
    redactions: redaction.counts(),
  };
};

const compose = ({ incident, evidence, log }: ReportParts): string => {
  const { diagnosis } = incident;
  const facts = factsOf(incident, evidence);
  const lines = logLines(log, diagnosis?.lines ?? []);
  return [
    `# ${titleOf(incident)}`,
    '',
    ...summary(incident, evidence),
    '',
    '## What was tried',
    '',
    ...(incident.trials.length === 0
      ? ['Nothing yet.']
      : incident.trials.map(
          ({ remedy, state, endedAt }) => `- ${wordsOf(remedies, remedy)}: ${state}${endedAt ? ` (${endedAt})` : ''}`,
        )),
    '',
    '## Facts',
    '',
    fenced(JSON.stringify(facts, null, 2), 'json'),
    '',
    '## Log',
    '',
    lines.length === 0 ? 'There is no log.' : 'Lines marked with > are those that the diagnosis relies on.',
    '',
    ...(lines.length === 0 ? [] : [fenced(lines.join('\n'), 'text')]),
    '',
  ].join('\n');
};

const titleOf = ({ diagnosis }: Incident): string =>
  diagnosis ? (wordsOf(causes, diagnosis.cause, ({ title }) => title) ?? diagnosis.cause) : 'The log has not been read';

/** The text for a key; the key itself where a newer host knows more. */
function wordsOf(table: Readonly<Record<string, string>>, key: string): string;
function wordsOf<T>(table: Readonly<Record<string, T>>, key: string, pick: (entry: T) => string): string | null;
function wordsOf<T>(table: Readonly<Record<string, T>>, key: string, pick?: (entry: T) => string): string | null {
  const entry = Object.hasOwn(table, key) ? table[key] : undefined;
  if (entry === undefined) return pick ? null : key;
  return pick ? pick(entry) : String(entry);
}

const happened: Readonly<Record<Incident['kind'], string>> = {
  crash: 'The engine ended by itself.',
  hang: 'The engine was silent and had to be ended.',
  start: 'The engine ended before it was ready.',
  job: 'A job failed.',
};

const summary = (incident: Incident, { bootFacts, exit, gpus, hearth, system }: Evidence): string[] => {
  const { diagnosis } = incident;
  const isPicture = incident.kind === 'job' && diagnosis?.cause === 'nan-black-image';
  const rows: [string, string | null][] = [
    ['When', `${incident.at}${incident.count > 1 ? `, ${incident.count} times until ${incident.lastAt}` : ''}`],
    ['What', `${isPicture ? 'A job ran through, and its picture is black.' : happened[incident.kind]}${endOf(exit)}`],
    ['Cause', diagnosis && `${diagnosis.cause} (confidence ${diagnosis.confidence})`],
    ['Error', diagnosis?.exception ?? null],
    [
      'Where',
      diagnosis && ([diagnosis.stage, diagnosis.frame, diagnosis.nodeClass].filter((part) => part !== null).join(', ') || null),
    ],
    ['Node pack', diagnosis?.pack ?? null],
    ['ComfyUI', bootFacts?.comfyui ?? null],
    ['Python, torch', [bootFacts?.python, bootFacts?.torch].filter((part) => part != null).join(', ') || null],
    ['Device', bootFacts?.device ?? null],
    ['GPU', gpus.map(({ name, driver }) => `${name}${driver ? `, driver ${driver}` : ''}`).join('; ') || null],
    ['System', system],
    ['Hearth', hearth],
    ['Signature', incident.signature],
  ];
  return ['| | |', '|---|---|', ...rows.flatMap(([name, value]) => (value === null ? [] : [`| ${name} | ${cell(value)} |`]))];
};

const endOf = (exit: Evidence['exit']): string => {
  if (exit?.why !== 'exit') return '';
  if (exit.meaning !== null) return ` ${exit.meaning}.`;
  return exit.code === null ? '' : ` Exit code ${exit.code}.`;
};

const cell = (text: string): string => cutText(text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' '), 600);

/** What programs can read: no prompt stands here that is not under `values`. */
const factsOf = (incident: Incident, evidence: Evidence) => ({
  cause: incident.diagnosis?.cause ?? null,
  alsoSeen: incident.diagnosis?.alsoSeen ?? [],
  node: incident.diagnosis?.node ?? null,
  kind: incident.kind,
  exit: evidence.exit && {
    code: evidence.exit.code,
    signal: evidence.exit.signal,
    meaning: evidence.exit.meaning,
    end: evidence.exit.end,
    why: evidence.exit.why,
    uptimeMs: evidence.exit.uptimeMs,
    wasReady: evidence.exit.wasReady,
  },
  command: evidence.launch?.command ?? null,
  profile: evidence.profile && { flags: evidence.profile.flags, env: evidence.profile.env },
  bootFacts: evidence.bootFacts,
  job: evidence.job && {
    template: evidence.job.template,
    version: evidence.job.version,
    values: evidence.job.values,
    seed: evidence.job.seed,
  },
  ramTotalBytes: evidence.ramTotalBytes,
  ramFreeBytes: evidence.ramFreeBytes,
  memory: evidence.memory.slice(-5),
});

/** Lines with their numbers; where there are too many, those around what the diagnosis relies on. */
const logLines = (parts: readonly LogPart[], guilty: readonly number[]): string[] => {
  const marked = new Set(guilty);
  const all = parts.flatMap(({ firstLine, lines }) => lines.map((text, at) => ({ n: firstLine + at, text })));
  const width = String(all.at(-1)?.n ?? 0).length;
  const distance = (n: number): number => Math.min(...guilty.map((line) => Math.abs(line - n)), Number.MAX_SAFE_INTEGER);
  const nearest = guilty.length === 0 ? all.toReversed() : all.toSorted((a, b) => distance(a.n) - distance(b.n));
  let characters = 0;
  const chosen = new Set<number>();
  for (const { n, text } of nearest.slice(0, maxLogLines)) {
    characters += text.length + width + 3;
    if (characters > maxLogCharacters) break;
    chosen.add(n);
  }
  return all
    .filter(({ n }) => chosen.has(n))
    .flatMap(({ n, text }, at, shown) => {
      const line = `${marked.has(n) ? '>' : ' '} ${String(n).padStart(width)}  ${text}`;
      return at > 0 && (shown[at - 1]?.n ?? n) + 1 < n ? ['  …', line] : [line];
    });
};

/** A block that the text inside cannot end. */
const fenced = (text: string, language: string): string => {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}${language}\n${text}\n${fence}`;
};

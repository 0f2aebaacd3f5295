import { causes } from '../../shared/i18n/en/causes.ts';
import { incidents } from '../../shared/i18n/en/incidents.ts';
import { remedies } from '../../shared/i18n/en/remedies.ts';
import { remedyCosts, remedyProofs } from '../../shared/i18n/en/remedy-facts.ts';
import type { Diagnosis, Remedy } from '../../shared/incident.ts';
import { lineTexts } from '../incidents/log/line-texts.ts';
import type { LogReading } from '../incidents/log/read-log.ts';
import type { Exact } from '../lib/exact-json.ts';

/** The words for a key, or the key itself where a newer host knows more. */
const wordsOf = <T>(table: Readonly<Record<string, T>>, key: string): T | null =>
  Object.hasOwn(table, key) ? (table[key] ?? null) : null;

/** Title of a cause, or its id. Pure. */
export const causeTitle = (cause: string): string => wordsOf(causes, cause)?.title ?? cause;
/** What a remedy is; its id where a newer host knows more. Pure. */
export const remedyTitle = (id: string): string => wordsOf(remedies, id) ?? id;
/** What a remedy costs, or the key of it. Pure. */
export const costText = (cost: string): string => wordsOf(remedyCosts, cost) ?? cost;
/** How to see that a remedy worked, or the key of it. Pure. */
export const proofText = (verify: string): string => wordsOf(remedyProofs, verify) ?? verify;

/** REMEDY of the command line. Pure. */
export const remedyJson = ({ id, kind, flags, env, cost, verify }: Remedy): Record<string, Exact> => ({
  id,
  kind,
  title: remedyTitle(id),
  flags: flags.map(({ op, flag, value }) => ({ op, flag, value })),
  env: { ...env },
  cost: costText(cost),
  verify: proofText(verify),
});

/** A diagnosis as scripts get it, with the English words. Pure. */
export const diagnosisJson = ({ remedies: offered, lines, alsoSeen, ...rest }: Diagnosis): Record<string, Exact> => ({
  cause: rest.cause,
  confidence: rest.confidence,
  failed: rest.failed,
  title: causeTitle(rest.cause),
  lines: [...lines],
  exception: rest.exception,
  frame: rest.frame,
  node: rest.node,
  nodeClass: rest.nodeClass,
  nodeTitle: rest.nodeTitle,
  pack: rest.pack,
  stage: rest.stage,
  remedies: offered.map(remedyJson),
  alsoSeen: [...alsoSeen],
  signature: rest.signature,
  fact: rest.fact ?? null,
});

const shownWidth = 200;

/** A diagnosis in plain words, with the texts of the guilty lines. Pure. */
export const diagnosisText = (file: string | null, diagnosis: Diagnosis, reading: LogReading): string => {
  const {
    cause,
    confidence,
    failed,
    lines,
    exception,
    frame,
    node,
    nodeClass,
    pack,
    stage,
    remedies: offered,
    alsoSeen,
    fact,
  } = diagnosis;
  const words = wordsOf(causes, cause);
  const texts = lineTexts(reading, lines);
  const where = [
    stage && `while ${stage}`,
    frame && `in ${frame}`,
    (nodeClass ?? node) && `node ${[nodeClass, node].filter((part) => part !== null && part !== undefined).join(' ')}`,
    pack && `node pack ${pack}`,
  ].filter((part) => typeof part === 'string');
  const out = [
    `${file === null ? '' : `${file}: `}${words?.title ?? cause} [${cause}${cause === 'none' ? '' : `, confidence ${confidence}`}]`,
    ...(fact ? [`  ${incidents.certain[fact]}`] : []),
    `  ${words?.text ?? ''}`,
  ];
  if (!failed && cause !== 'none') out.push('  Nothing failed because of it.');
  if (exception) out.push(`  Error: ${exception.slice(0, shownWidth)}`);
  if (where.length > 0) out.push(`  Where: ${where.join(', ')}`);
  if (lines.length > 0) out.push('  Lines:');
  const width = String(lines.at(-1) ?? 0).length;
  for (const n of lines) out.push(`    ${String(n).padStart(width)}  ${(texts.get(n) ?? '').trimEnd().slice(0, shownWidth)}`);
  if (offered.length > 0) out.push('  What to try, the gentlest first:');
  for (const [at, { id, cost, verify }] of offered.entries()) {
    out.push(`    ${at + 1}. ${remedyTitle(id)}`);
    out.push(`       Cost: ${costText(cost)} It worked if: ${proofText(verify)}`);
  }
  if (alsoSeen.length > 0) out.push(`  Also fits: ${alsoSeen.join(', ')}`);
  return `${out.join('\n')}\n`;
};

import type { IncidentPage } from '../../shared/evidence.ts';
import type { Incident } from '../../shared/incident.ts';
import { causeTitle, costText, proofText, remedyTitle } from './diagnosis-text.ts';

const shownWidth = 200;

/** One line an incident, for people. Pure. */
export const incidentLines = (incidents: readonly Incident[]): string =>
  incidents.map((incident) => `${lineOf(incident)}\n`).join('');

const lineOf = ({ id, at, count, state, engineName, diagnosis }: Incident): string => {
  const cause = diagnosis ? `${causeTitle(diagnosis.cause)} [${diagnosis.cause}]` : 'the log is being read';
  return `${id}  ${at}  ${state.padEnd(9)}  ${engineName}  ${cause}${count > 1 ? `, ${count} times` : ''}`;
};

const happened: Readonly<Record<Incident['kind'], string>> = {
  crash: 'The engine ended by itself.',
  hang: 'The engine was silent and had to be ended.',
  start: 'The engine ended before it was ready.',
  job: 'A job failed.',
};

/** One incident as a story, for people. Pure. */
export const incidentStory = ({ incident, group, log }: IncidentPage): string => {
  const { diagnosis, remedies, trials } = incident;
  const out = [lineOf(incident), `  ${happened[incident.kind]}${incident.job ? ` Job: ${incident.job}` : ''}`];
  if (diagnosis) {
    out.push(`  How sure: ${diagnosis.confidence}`);
    if (diagnosis.exception) out.push(`  Error: ${diagnosis.exception.slice(0, shownWidth)}`);
    const texts = new Map(log.flatMap(({ firstLine, lines }) => lines.map((text, at) => [firstLine + at, text] as const)));
    const width = String(diagnosis.lines.at(-1) ?? 0).length;
    for (const n of diagnosis.lines)
      out.push(`    ${String(n).padStart(width)}  ${(texts.get(n) ?? '').trimEnd().slice(0, shownWidth)}`);
  }
  if (group && group.total > 1) out.push(`  Happened ${group.total} times since ${group.firstAt}.`);
  for (const { what, before, after } of group?.since ?? []) out.push(`  Since ${what} went from "${before}" to "${after}".`);
  if (remedies.length > 0) out.push('  What to try, the gentlest first:');
  for (const [at, { id, cost, verify, status, obstacle }] of remedies.entries()) {
    out.push(`    ${at + 1}. ${remedyTitle(id)}${status === 'untried' ? '' : ` (${status})`}`);
    out.push(obstacle ? `       ${obstacle.message}` : `       Cost: ${costText(cost)} It worked if: ${proofText(verify)}`);
  }
  for (const { remedy, state, endedAt } of trials)
    out.push(`  Tried: ${remedyTitle(remedy)}: ${state}${endedAt === null ? '' : ` at ${endedAt}`}`);
  return `${out.join('\n')}\n`;
};

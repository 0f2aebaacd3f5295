import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import { type Incident, IncidentState } from '../../shared/incident.ts';
import type { Client, Output } from '../../shared/rpc.ts';
import { UsageError } from '../lib/parse-args.ts';
import type { CliIo } from './cli-io.ts';
import { defineCommand } from './command.ts';
import { exitCode } from './exit-code.ts';
import { withHost } from './host-connection.ts';
import { incidentJson } from './incident-json.ts';
import { incidentLines, incidentStory } from './incident-text.ts';
import { parseChoice } from './parse-choice.ts';
import { parseCount } from './parse-count.ts';
import { printJson } from './print-json.ts';

/** Largest page the host gives at once. */
const pageSize = 200;

export const incidents = defineCommand({
  usage: 'incidents [ID] [--state S]… [--limit N] | incidents report ID [--out FILE] [--with-prompts]',
  about:
    'Lists what went wrong, newest first, or tells one incident with what to try. "report" prints one as Markdown for a bug report, without\nfolders, names, keys, addresses and texts of prompts. Exit code 1 when an id is unknown.',
  options: {
    state: { kind: 'list', value: 'S', about: `Only these states: ${IncidentState.options.join(', ')}.` },
    limit: { kind: 'value', value: 'N', about: 'At most so many (default 100).' },
    out: { kind: 'value', value: 'FILE', about: 'Write the report there instead of printing it.' },
    'with-prompts': { kind: 'flag', about: 'Leave texts of prompts in the report.' },
  },
  words: { min: 0, max: 2 },
  async run({ options, positionals }, io) {
    const states = options.state.map((text) => parseChoice('state', text, IncidentState.options));
    const limit = parseCount('--limit', options.limit, 100, { min: 1, max: 1_000_000 });
    const isReport = positionals[0] === 'report';
    const [id, more] = isReport ? positionals.slice(1) : positionals;
    if (isReport && id === undefined) throw new UsageError('Say which incident: hearth incidents report ID.');
    if (more !== undefined) throw new UsageError(`One word too many: ${more}`);
    if (!isReport && (options.out !== undefined || options['with-prompts']))
      throw new UsageError('--out and --with-prompts belong to "incidents report ID".');
    return withHost(options.data, io, async ({ client }) => {
      if (isReport && id !== undefined) {
        await giveReport(await client.call('incidents.report', { id, isWithPrompts: options['with-prompts'] }), options.out, io);
        return exitCode.done;
      }
      if (id === undefined) {
        const found = await listed(client, states, limit);
        if (io.isJson) printJson(io, { incidents: found.map(incidentJson) });
        else io.out(incidentLines(found));
        return exitCode.done;
      }
      return tellOne(client, id, io);
    });
  },
});

const tellOne = async (client: Client, id: string, io: CliIo): Promise<number> => {
  try {
    const page = await client.call('incidents.get', { id });
    if (io.isJson) printJson(io, { incidents: [incidentJson(page.incident)] });
    else io.out(incidentStory(page));
    return exitCode.done;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not-found') throw error;
    io.err(`${error.message}\n`);
    if (io.isJson) printJson(io, { incidents: [] });
    return exitCode.notDone;
  }
};

const listed = async (client: Client, states: readonly IncidentState[], limit: number): Promise<Incident[]> => {
  const found: Incident[] = [];
  let cursor: string | null = null;
  do {
    const page: Output<'incidents.list'> = await client.call('incidents.list', {
      filter: states.length === 0 ? {} : { states: [...states] },
      limit: Math.min(pageSize, limit - found.length),
      ...(cursor !== null && { cursor }),
    });
    found.push(...page.incidents);
    cursor = page.next;
  } while (cursor !== null && found.length < limit);
  return found;
};

const giveReport = async (report: Output<'incidents.report'>, out: string | undefined, io: CliIo): Promise<void> => {
  const taken = report.redactions.map(({ kind, count }) => `${count} × ${kind}`).join(', ');
  if (out !== undefined) {
    const file = resolve(io.cwd, out);
    await writeFile(file, report.text).catch((error: NodeJS.ErrnoException) => {
      throw new AppError('storage', 'reportNotWritten', { file, detail: error.code ?? error.message });
    });
    io.err(`${file} was written. Taken out: ${taken || 'nothing'}. Read it before you give it to others.\n`);
  } else if (!io.isJson) io.out(report.text);
  if (io.isJson) printJson(io, { fileName: report.fileName, text: report.text, redactions: report.redactions });
};

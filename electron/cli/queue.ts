import { constants } from 'node:buffer';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import { importParts } from '../../shared/import-parts.ts';
import type { Job } from '../../shared/job.ts';
import { queueFileOf, queueFileParts, readQueueFile } from '../../shared/queue-file.ts';
import type { Client } from '../../shared/rpc.ts';
import { unknownWord } from '../lib/nearest.ts';
import { UsageError } from '../lib/parse-args.ts';
import type { CliIo } from './cli-io.ts';
import { defineCommand } from './command.ts';
import { exitCode } from './exit-code.ts';
import { withHost } from './host-connection.ts';
import { printJson } from './print-json.ts';
import { readGivenFile } from './read-given-file.ts';

const acts = ['export', 'import'] as const;

export const queue = defineCommand({
  usage: 'queue export [FILE] | queue import FILE',
  about:
    'export writes what waits, in the order it would run, as JSON with exact seeds: to FILE, or to standard output. import queues such a\nfile, "-" reads standard input. The same file again adds nothing; a file with a fault is refused as a whole, with the place named.',
  options: {},
  words: { min: 1, max: 2 },
  async run({ options, positionals: [word = '', file] }, io) {
    const act = acts.find((known) => known === word);
    if (!act) throw new UsageError(unknownWord(word, 'act', acts));
    if (act === 'import' && file === undefined) throw new UsageError('Say which file: hearth queue import FILE.');
    return withHost(options.data, io, ({ client }) =>
      act === 'export' ? exportTo(client, file, io) : importFrom(client, file ?? '-', io),
    );
  },
});

async function exportTo(client: Client, file: string | undefined, io: CliIo): Promise<number> {
  const jobs: Job[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page: { jobs: Job[]; next: string | null } = await client.call('jobs.list', {
      filter: { states: ['queued', 'failed_retryable'] },
      order: 'run',
      limit: 250,
      ...(cursor !== undefined && { cursor }),
    });
    jobs.push(...page.jobs);
    cursor = page.next;
  }
  const text = queueFileOf(jobs, new Date().toISOString());
  if (file === undefined || file === '-') io.out(text);
  else {
    const path = resolve(io.cwd, file);
    await writeFile(path, text).catch((error: unknown) => {
      throw new UsageError(`${path} cannot be written: ${error instanceof Error ? error.message : String(error)}.`);
    });
    io.err(`Jobs written to ${path}: ${jobs.length}.\n`);
    if (io.isJson) printJson(io, { exported: jobs.length });
  }
  return exitCode.done;
}

async function importFrom(client: Client, file: string, io: CliIo): Promise<number> {
  const read = readQueueFile(await textOf(file, io));
  if (!('jobs' in read)) throw new AppError('invalid-input', read.key, read.params);
  const parts = queueFileParts(read.jobs);
  let from = 0;
  // All of it is looked at before any of it is queued.
  for (const jobs of parts) {
    const [problem] = (await client.call('queue.import', { jobs, isTrial: true })).problems;
    if (problem)
      throw new AppError(
        'invalid-input',
        'importRefused',
        { place: `jobs[${from + problem.index}]`, why: problem.message },
        { whole: { why: true } },
      );
    from += jobs.length;
  }
  const done = await importParts(
    parts,
    (jobs) => client.call('queue.import', { jobs }),
    ({ message }) => message,
  );
  if (io.isJson) printJson(io, done);
  else io.out(`Queued: ${done.added}. Here already: ${done.known}.\n`);
  return exitCode.done;
}

async function textOf(file: string, io: CliIo): Promise<string> {
  // No longer text can be held.
  const mostBytes = constants.MAX_STRING_LENGTH;
  if (file !== '-') return (await readGivenFile(file, { what: 'The queue', mostBytes }, io)).toString('utf8');
  const parts: Uint8Array[] = [];
  for await (const part of io.input?.() ?? []) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

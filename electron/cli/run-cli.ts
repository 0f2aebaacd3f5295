import process from 'node:process';
import { AppError } from '../../shared/app-error.ts';
import { unknownWord } from '../lib/nearest.ts';
import { parseArgs, UsageError } from '../lib/parse-args.ts';
import { type CliIo, processIo } from './cli-io.ts';
import { type Command, columns, commonOptions, helpOf } from './command.ts';
import { exitCode, exitCodeOf } from './exit-code.ts';

interface Entry {
  about: string;
  run(words: readonly string[], io: CliIo): Promise<number>;
}

/** A command of the client: it starts nothing, so a signal ends it at once, and what it asked for goes on in the host. */
const client = (about: string, load: () => Promise<Command>): Entry => ({
  about,
  async run(words, io) {
    const interrupted = (): never => process.exit(exitCode.interrupted);
    const terminated = (): never => process.exit(exitCode.terminated);
    process.once('SIGINT', interrupted).once('SIGTERM', terminated);
    try {
      return await runCommand(await load(), words, io);
    } finally {
      process.off('SIGINT', interrupted).off('SIGTERM', terminated);
    }
  },
});

/** Every command, loaded only when it is used. */
const commands: ReadonlyMap<string, Entry> = new Map<string, Entry>([
  [
    'serve',
    {
      about: 'Run Hearth without a window.',
      run: async (words, io) => runCommand((await import('./serve.ts')).serve, words, io),
    },
  ],
  ['submit', client('Queue jobs.', async () => (await import('./submit.ts')).submit)],
  ['jobs', client('List jobs.', async () => (await import('./jobs.ts')).jobs)],
  ['cancel', client('Cancel jobs.', async () => (await import('./cancel.ts')).cancel)],
  ['requeue', client('Queue ended jobs again.', async () => (await import('./requeue.ts')).requeue)],
  ['queue', client('Write what waits to a file, or queue such a file.', async () => (await import('./queue.ts')).queue)],
  ['record', client('Print what jobs were made from.', async () => (await import('./record.ts')).record)],
  ['pause', client('Hand nothing more to engines for now.', async () => (await import('./pause.ts')).pause)],
  ['resume', client('End a pause.', async () => (await import('./resume.ts')).resume)],
  ['engine', client('Show, start, stop or restart engines.', async () => (await import('./engine.ts')).engine)],
  ['templates', client('List what can be submitted.', async () => (await import('./templates.ts')).templates)],
  ['incidents', client('List what went wrong, and what to try.', async () => (await import('./incidents.ts')).incidents)],
  ['diagnose', client('Name the cause of a crash from a log file.', async () => (await import('./diagnose.ts')).diagnose)],
  ['bench', client('Measure configurations against each other.', async () => (await import('./bench.ts')).bench)],
  ['doctor', client('Tell what this machine has and lacks.', async () => (await import('./doctor.ts')).doctor)],
  [
    'demo-engine',
    {
      about: 'Run the demo engine alone, for any ComfyUI client.',
      run: async (words) => (await import('./demo-engine.ts')).demoEngine(words),
    },
  ],
]);

/** Runs one command line and answers with its exit code. Never throws. */
export async function runCli(words: readonly string[], io: CliIo = processIo(isJsonAsked(words))): Promise<number> {
  const [name, ...rest] = commandFirst(words);
  try {
    if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
      if (name === 'help' && rest[0] !== undefined) return await find(rest[0]).run(['--help'], io);
      (name === undefined ? io.err : io.out)(overview());
      return name === undefined ? exitCode.usage : exitCode.done;
    }
    if (name === '--version') {
      const { findAppPaths } = await import('../app-paths.ts');
      io.out(`${findAppPaths().version}\n`);
      return exitCode.done;
    }
    return await find(name).run(rest, io);
  } catch (error) {
    return report(error, name, io);
  }
}

/** `hearth --data DIR jobs` is `hearth jobs --data DIR`. Pure. */
function commandFirst(words: readonly string[]): readonly string[] {
  let at = 0;
  for (let word = words[0]; word !== undefined && /^--(json|data)(=|$)/.test(word); word = words[at])
    at += word === '--data' ? 2 : 1;
  const name = words[at];
  return name === undefined ? words : [name, ...words.slice(0, at), ...words.slice(at + 1)];
}

function find(name: string): Entry {
  const entry = commands.get(name);
  if (!entry) throw new UsageError(unknownWord(name, name.startsWith('-') ? 'option' : 'command', [...commands.keys()]));
  return entry;
}

async function runCommand(command: Command, words: readonly string[], io: CliIo): Promise<number> {
  const parsed = parseArgs(words, { ...command.options, ...commonOptions });
  if (parsed.options.help) {
    io.out(helpOf(command));
    return exitCode.done;
  }
  const { min, max } = command.words;
  if (parsed.positionals.length < min) throw new UsageError(`Something is missing: hearth ${command.usage}`);
  if (parsed.positionals.length > max) throw new UsageError(`One word too many: ${parsed.positionals[max]}`);
  if (parsed.rest && !command.takesRest) throw new UsageError('This command takes nothing after --.');
  return await command.run(parsed, io);
}

function report(error: unknown, name: string | undefined, io: CliIo): number {
  const code = exitCodeOf(error);
  const isMeant = error instanceof UsageError || error instanceof AppError;
  const message = isMeant ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
  io.err(`${message}\n`);
  if (error instanceof UsageError) io.err(`Help: hearth ${commands.has(name ?? '') ? `${name} ` : ''}--help\n`);
  if (io.isJson) {
    const kind = error instanceof AppError ? error.code : error instanceof UsageError ? 'usage' : 'internal';
    io.out(`${JSON.stringify({ error: { code: kind, message } })}\n`);
  }
  return code;
}

const isJsonAsked = (words: readonly string[]): boolean => {
  const end = words.indexOf('--');
  return words.slice(0, end < 0 ? undefined : end).includes('--json');
};

const overview = (): string => `Usage: hearth COMMAND …

${columns([...commands].map(([name, { about }]) => [name, about]))}

hearth COMMAND --help tells more. Exit codes: 0 done, 1 not done, 2 wrong usage, 3 no Hearth is running.
`;

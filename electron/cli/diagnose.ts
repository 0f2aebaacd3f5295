import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import { type Diagnosis, Outcome } from '../../shared/incident.ts';
import type { DiagnoseOptions } from '../incidents/diagnose.ts';
import { diagnoseLog } from '../incidents/diagnose-log.ts';
import type { LogReading } from '../incidents/log/read-log.ts';
import { UsageError } from '../lib/parse-args.ts';
import type { CliIo } from './cli-io.ts';
import { defineCommand } from './command.ts';
import { diagnosisJson, diagnosisText } from './diagnosis-text.ts';
import { exitCode } from './exit-code.ts';
import { parseChoice } from './parse-choice.ts';
import { printJson } from './print-json.ts';

// Small enough to stay in the processor's cache while it is looked at, large enough for few turns.
const chunkBytes = 262_144;

export const diagnose = defineCommand({
  usage: 'diagnose FILE…|- [--exit N] [--signal NAME] [--outcome OUTCOME] [--version V]',
  about:
    'Names what went wrong in a log of ComfyUI, with the lines that show it and what may cure it. - reads standard input. No running Hearth is needed.',
  options: {
    exit: { kind: 'value', value: 'N', about: 'Exit code of the ComfyUI process.' },
    signal: { kind: 'value', value: 'NAME', about: 'Signal that ended it, for example SIGKILL.' },
    outcome: {
      kind: 'value',
      value: 'OUTCOME',
      about: 'What is known from outside: crashed (nobody asked it to stop), requested, hung (alive but silent), rebooted.',
    },
    version: { kind: 'value', value: 'V', about: 'Version of ComfyUI; only remedies that it knows are offered.' },
  },
  words: { min: 1, max: Number.POSITIVE_INFINITY },
  async run({ options, positionals: files }, io) {
    const outside = readOptions(options);
    let code: number = exitCode.done;
    for (const file of files) {
      try {
        const { diagnosis, reading } = await diagnoseLog(bytesOf(file, io), outside);
        tell(file, files.length > 1, diagnosis, reading, io);
      } catch (error) {
        code = exitCode.notDone;
        refuse(file, fault(file, error), io);
      }
    }
    return code;
  },
});

interface Words {
  exit: string | undefined;
  signal: string | undefined;
  outcome: string | undefined;
  version: string | undefined;
}

/** Throws UsageError for what cannot be meant. Pure. */
const readOptions = ({ exit, signal, outcome, version }: Words): DiagnoseOptions => {
  const code = exit === undefined ? null : Number(exit);
  if (exit !== undefined && !(/^-?\d+$/.test(exit) && Number.isSafeInteger(code)))
    throw new UsageError(`--exit takes a whole number, not "${exit}".`);
  if (signal !== undefined && !/^(?:SIG)?[A-Z]{2,10}\d?$|^\d{1,2}$/i.test(signal))
    throw new UsageError(`--signal takes the name of a signal such as SIGKILL, not "${signal}".`);
  if (version !== undefined && !/^v?\d+(?:\.\d+)*/.test(version))
    throw new UsageError(`--version takes a version of ComfyUI such as 0.28.0, not "${version}".`);
  const known = outcome === undefined ? null : parseChoice('outcome', outcome, Outcome.options);
  return { exit: code, signal: signal ?? null, outcome: known, version: version ?? null };
};

const bytesOf = (file: string, io: CliIo): AsyncIterable<Uint8Array> => {
  if (file === '-' && io.input) return io.input();
  return createReadStream(resolve(io.cwd, file), { highWaterMark: chunkBytes });
};

const fault = (file: string, error: unknown): AppError => {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error && 'code' in error)) throw error;
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return new AppError('not-found', 'logMissing', { file });
  if (error.code === 'EISDIR') return new AppError('invalid-input', 'logIsFolder', { file });
  return new AppError('storage', 'logUnreadable', { file, detail: String(error.code) });
};

const refuse = (file: string, { code, message }: AppError, io: CliIo): void => {
  io.err(`${message}\n`);
  if (io.isJson) printJson(io, { file, error: { code, message } });
};

const tell = (file: string, isNamed: boolean, diagnosis: Diagnosis, reading: LogReading, io: CliIo): void => {
  const note = noteOn(file, reading);
  if (note) io.err(`${note}\n`);
  if (io.isJson) printJson(io, { ...(isNamed ? { file } : {}), ...diagnosisJson(diagnosis) });
  else io.out(diagnosisText(isNamed ? file : null, diagnosis, reading));
};

/** What there is to say about a log that is none. */
const noteOn = (file: string, { encoding, sizeBytes }: LogReading): string | null => {
  if (sizeBytes === 0) return `${file} is empty: there is nothing to judge but what is known from outside.`;
  return encoding === 'binary' ? `${file} is no text, so it was not read as a log.` : null;
};

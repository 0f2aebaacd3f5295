import { homedir } from 'node:os';
import process from 'node:process';
import type { Surroundings } from '../parse-config.ts';
import { exitCode } from './exit-code.ts';

/** What a command sees of the world. */
export interface CliIo extends Surroundings {
  /** Results. */
  out(text: string): void;
  /** Messages for people. */
  err(text: string): void;
  /** Whether `--json` was given: one JSON document goes to `out`, and nothing else. */
  isJson: boolean;
  /** Standard input, opened when it is first read; absent where there is none. */
  input?: () => AsyncIterable<Uint8Array>;
}

/**
 * The process's own. Who reads the output may go away (`| head`): that is no error, and nothing more is written. Where it cannot be
 * written at all (a full disk), the process ends with 1.
 */
export const processIo = (isJson: boolean): CliIo => {
  process.stderr.on('error', () => {});
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.stderr.write(`The output could not be written: ${error.message}\n`);
    process.exit(exitCode.notDone);
  });
  return {
    platform: process.platform,
    env: process.env,
    home: homedir(),
    cwd: process.cwd(),
    isJson,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    input: () => process.stdin,
  };
};

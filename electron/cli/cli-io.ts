import { homedir } from 'node:os';
import process from 'node:process';
import type { Surroundings } from '../parse-config.ts';

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

/** The process's own. */
export const processIo = (isJson: boolean): CliIo => ({
  platform: process.platform,
  env: process.env,
  home: homedir(),
  cwd: process.cwd(),
  isJson,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  input: () => process.stdin,
});

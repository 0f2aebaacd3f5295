import type { Pause } from '../../shared/job.ts';
import type { CliIo } from './cli-io.ts';
import { printJson } from './print-json.ts';

/** Prints who holds the queue and why. */
export function printPauses(pauses: readonly Pause[], io: CliIo): void {
  const paused = pauses.map(({ owner, text }) => `${owner}: ${text}`);
  if (io.isJson) printJson(io, { paused });
  else io.out(paused.length === 0 ? 'The queue runs.\n' : paused.map((line) => `Paused by ${line}\n`).join(''));
}

import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsageError } from '../lib/parse-args.ts';
import type { CliIo } from './cli-io.ts';

interface GivenFile {
  /** How the sentence about it begins: "The plan". */
  what: string;
  mostBytes: number;
}

/**
 * All of a file that a person named on the command line. Throws UsageError for what cannot be read, is no regular file (a pipe may
 * never end, a device never does), or is larger than `mostBytes`.
 */
export async function readGivenFile(file: string, { what, mostBytes }: GivenFile, io: CliIo): Promise<Buffer> {
  const path = resolve(io.cwd, file);
  const refused = (why: string): UsageError => new UsageError(`${what} ${path} cannot be read: ${why}. Nothing was changed.`);
  const failed = (error: unknown): never => {
    throw refused(error instanceof Error ? error.message : String(error));
  };
  // Otherwise opening a pipe waits for its writer, and nothing can end that wait. Windows has no such flag.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(failed);
  try {
    const stats = await handle.stat().catch(failed);
    if (!stats.isFile()) throw refused('it is not a regular file');
    if (stats.size > mostBytes) throw refused(`it has ${stats.size} bytes, and at most ${mostBytes} are taken`);
    return await handle.readFile().catch(failed);
  } finally {
    await handle.close();
  }
}

import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isTimesOf } from './log-times.ts';

export interface LogLimits {
  /** Older ones go. */
  keepMs: number;
  /** The oldest go until all of them together are smaller. */
  keepBytes: number;
}

/**
 * Deletes old launches' logs of one engine. `inUse` are never touched: what runs now, or may yet be taken over. Answers with the
 * files that went; one that cannot be deleted stays for the next time.
 */
export const pruneLogs = async (
  folder: string,
  inUse: ReadonlySet<string>,
  now: number,
  limits: LogLimits,
): Promise<string[]> => {
  const names = await readdir(folder).catch(() => []);
  const logs = await Promise.all(
    names
      .filter((name) => name.endsWith('.log'))
      .map(async (name) => {
        const file = join(folder, name);
        const facts = await stat(file).catch(() => null);
        return { file, at: facts?.mtimeMs ?? now, bytes: facts?.size ?? 0 };
      }),
  );
  let total = 0;
  const gone: string[] = [];
  for (const { file, at, bytes } of logs.toSorted((a, b) => b.at - a.at)) {
    total += bytes;
    if (inUse.has(file) || (now - at < limits.keepMs && total <= limits.keepBytes)) continue;
    try {
      await rm(file, { force: true });
      for (const name of names) if (isTimesOf(name, file)) await rm(join(folder, name), { force: true });
      gone.push(file);
      total -= bytes;
    } catch {
      // In use by an editor on Windows, or not ours to delete.
    }
  }
  return gone;
};

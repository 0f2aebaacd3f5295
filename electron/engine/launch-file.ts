import { closeSync, constants, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { wordAfter } from './flag-words.ts';

/** `engines/<id>/launch.json`: the engine process that runs now. */
export const LaunchRecord = z.object({
  launchId: z.string(),
  /** null: about to be spawned; a host that dies in this moment leaves a process that only its marker gives away. */
  pid: z.int().positive().nullable(),
  startTime: z.string().nullable(),
  /** Program and all words, as spawned. */
  command: z.array(z.string()).min(1),
  url: z.string(),
  logFile: z.string(),
  /** First byte of this launch in the log; more than 0 after a restart inside the same process. */
  logFrom: z.int().nonnegative().default(0),
  profile: z.string(),
  /** Under which the engine knows this host's socket. */
  clientId: z.string().nullable().default(null),
  /** What the process carries in its environment: the first launch of a process that restarted inside. null: this one. */
  marker: z.string().nullable().default(null),
  folders: z.object({ output: z.string(), input: z.string(), temp: z.string() }).nullable().default(null),
});
export type LaunchRecord = z.infer<typeof LaunchRecord>;

/** Reads the record. null: none, or none that can be understood (a cut file never is: it is replaced as a whole). */
export const readLaunch = (file: string): LaunchRecord | null => {
  try {
    const record = LaunchRecord.parse(JSON.parse(readFileSync(file, 'utf8')));
    const url = reachedAt(record);
    return url === null ? null : { ...record, url };
  } catch {
    return null;
  }
};

const loopback = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Where the engine of a record is reached: its address if that is this machine's own at the port of its command line, else what its
 * command line says, which is what the process was given. null: neither says where. Pure.
 */
export const reachedAt = ({ url, command }: Pick<LaunchRecord, 'url' | 'command'>): string | null => {
  const port = wordAfter(command, '--port');
  const told = URL.canParse(url) ? new URL(url) : null;
  const isOurs = told !== null && /^https?:$/.test(told.protocol) && loopback.includes(told.hostname);
  if (isOurs && (port === undefined || told.port === port)) return told.origin;
  if (port === undefined || !/^[1-9]\d{0,4}$/.test(port) || Number(port) > 65_535) return null;
  return `${wordAfter(command, '--tls-keyfile') === undefined ? 'http' : 'https'}://127.0.0.1:${port}`;
};

/** Replaces the record in one step that survives a power cut. Throws what the file system throws. */
export const writeLaunch = (file: string, record: LaunchRecord): void => {
  const next = `${file}.new`;
  const fd = openSync(next, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC, 0o600);
  try {
    writeSync(fd, `${JSON.stringify(record, null, 2)}\n`);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(next, file);
};

/** Says that nothing runs any more. */
export const removeLaunch = (file: string): void => rmSync(file, { force: true });

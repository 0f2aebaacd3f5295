import { closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

type LogLevelName = 'debug' | 'info' | 'warn' | 'error';
/** Structured facts of one line; `job` and `attempt` carry ids, so that one search shows everything about them. */
type LogFields = Record<string, unknown>;

/** Hearth's own log. Never throws: work goes on when the log cannot be written. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  close(): void;
}

export interface LogOptions {
  file: string;
  now: () => number;
  /** The file is put aside before it grows beyond this. */
  maxBytes?: number;
  /** How many files that were put aside are kept: `<file>.1` is the newest. */
  keep?: number;
}

/** A log that says nothing, where there is no data folder to write to. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {}, close() {} };

/**
 * Opens a log of JSON lines `{"at","level","message",…fields}`, rotated by size. Lines are written at once, so that the last one
 * before a crash is there.
 */
export function openLog({ file, now, maxBytes = 5_000_000, keep = 3 }: LogOptions): Log {
  let fd: number | null = null;
  let bytes = 0;

  const open = (): void => {
    mkdirSync(dirname(file), { recursive: true });
    fd = openSync(file, 'a', 0o600);
    bytes = fstatSync(fd).size;
  };
  const close = (): void => {
    if (fd !== null) closeSync(fd);
    fd = null;
  };
  const rotate = (): void => {
    close();
    rmSync(`${file}.${keep}`, { force: true });
    for (let n = keep - 1; n >= 0; n--) {
      try {
        renameSync(n === 0 ? file : `${file}.${n}`, `${file}.${n + 1}`);
      } catch {
        // That one was never written.
      }
    }
    open();
  };
  let isClosed = false;
  const write = (level: LogLevelName, message: string, fields: LogFields = {}): void => {
    if (isClosed) return;
    try {
      const line = Buffer.from(`${JSON.stringify({ at: new Date(now()).toISOString(), level, message, ...fields }, readable)}\n`);
      if (fd === null) open();
      if (bytes > 0 && bytes + line.length > maxBytes) rotate();
      if (fd === null) return;
      writeSync(fd, line);
      bytes += line.length;
    } catch {
      // A full disk must not stop the work; the next line tries again.
    }
  };
  return {
    debug: (message, fields) => write('debug', message, fields),
    info: (message, fields) => write('info', message, fields),
    warn: (message, fields) => write('warn', message, fields),
    error: (message, fields) => write('error', message, fields),
    close() {
      isClosed = true;
      close();
    },
  };
}

/** JSON.stringify's replacer: errors with their stack and cause, big integers as text. */
const readable = (_key: string, value: unknown): unknown => {
  if (value instanceof Error) return { name: value.name, message: value.message, stack: value.stack, cause: value.cause };
  return typeof value === 'bigint' ? String(value) : value;
};

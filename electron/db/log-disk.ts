import { closeSync, fdatasync, openSync } from 'node:fs';
import type { Db } from './database.ts';

/** The disk under a database's write-ahead log, for commits that did not wait for it. */
export interface LogDisk {
  /** Resolves when everything that was committed before the call is on disk. Rejects with the system's own error where the disk fails. */
  sync(): Promise<void>;
  /** Resolves when nothing is under way any more; what is asked after it does nothing. */
  close(): Promise<void>;
}

/**
 * Waits beside the main thread, where SQLite's own wait would stop it. The log is one file for as long as the database is open, and a
 * commit is there once its frames are in it (https://sqlite.org/wal.html); what a checkpoint copied meanwhile was synced before.
 */
export const openLogDisk = (db: Db): LogDisk => {
  let isClosed = db.memory;
  let file: number | undefined;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  const start = (): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    running = promise;
    try {
      // Windows syncs only what may be written.
      file ??= openSync(`${db.name}-wal`, 'r+');
      fdatasync(file, (error) => {
        running = null;
        if (error) reject(error);
        else resolve();
      });
    } catch (error) {
      running = null;
      reject(error);
    }
    return promise;
  };
  /** What is under way may have begun before the last commit: those who ask meanwhile share the one after it. */
  const after = (before: Promise<void>): Promise<void> =>
    before
      .catch(() => {})
      .then(() => {
        next = null;
        return start();
      });

  return {
    async sync() {
      if (isClosed) return;
      if (running) next ??= after(running);
      await (next ?? start());
    },
    async close() {
      isClosed = true;
      await Promise.allSettled([running, next]);
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
};

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
  const underWay = new Set<Promise<void>>();
  let isClosed = db.memory;
  let file: number | undefined;
  return {
    async sync() {
      if (isClosed) return;
      // Windows syncs only what may be written.
      file ??= openSync(`${db.name}-wal`, 'r+');
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      fdatasync(file, (error) => {
        underWay.delete(promise);
        if (error) reject(error);
        else resolve();
      });
      underWay.add(promise);
      await promise;
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(underWay);
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
};

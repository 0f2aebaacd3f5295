import type { Db } from './database.ts';
import { isStorageFault } from './is-storage-fault.ts';

/** Pages in the log before SQLite copies them back: its own default. */
const logPages = 1000;

/**
 * Gives the write-ahead log of a database that was just opened the size that it would reach in use: a few megabytes, once. A commit
 * then overwrites blocks that the file already has; one that makes the file longer waits for the file system's own journal as
 * well, and with it for whatever else is being synced, such as a picture. Nothing in the database changes. Where the disk has no room for
 * it the log stays as it is: this only saves time.
 */
export const stretchLog = (db: Db): void => {
  const waitMs = db.pragma('busy_timeout', { simple: true });
  const version = db.pragma('user_version', { simple: true });
  db.pragma('wal_autocheckpoint = 0');
  db.pragma('synchronous = OFF');
  try {
    for (let page = 0; page < logPages; page++) db.pragma(`user_version = ${version}`);
    db.pragma('synchronous = FULL');
    // Copied back and begun anew, so that the next commit is written at its beginning. Where somebody else reads it just now, that is not
    // waited for.
    db.pragma('busy_timeout = 0');
    db.pragma('wal_checkpoint(RESTART)');
  } catch (error) {
    if (!isStorageFault(error)) throw error;
  } finally {
    db.pragma('synchronous = FULL');
    db.pragma(`busy_timeout = ${waitMs}`);
    db.pragma(`wal_autocheckpoint = ${logPages}`);
  }
};

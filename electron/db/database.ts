import { chmodSync } from 'node:fs';
import Database from 'better-sqlite3';
import { AppError } from '../../shared/app-error.ts';
import { migrate } from './migrate.ts';

/**
 * In a statement that is ordered or limited a value is written `+?`. SQLite may plan such a statement by a bare `?`, and therefore
 * compiles it again each time that one is bound (its STAT4 build remembers which parameters a plan looked at): ten to thirty times as
 * long as running it.
 */
export type Db = Database.Database;

/**
 * Opens the data folder's main database and brings its schema up to date. WAL for readers beside the writer; FULL because a
 * job that was accepted must survive a power cut. Throws AppError when it is damaged, cannot be opened, or was written by a
 * newer Hearth; the file is then left as it was.
 */
export const openDatabase = (file: string): Db => {
  let db: Db | undefined;
  try {
    db = new Database(file);
    db.pragma('busy_timeout = 5000');
    db.pragma('journal_mode = WAL');
    // Profiles can hold keys of other services. SQLite gives the files beside it the same rights.
    if (!db.memory) chmodSync(file, 0o600);
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    // Pages in memory: the indexes that each claim touches stay there with a hundred thousand jobs. In KiB when negative.
    db.pragma('cache_size = -16384');
    migrate(db);
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof Database.SqliteError) {
      const key = /^SQLITE_(NOTADB|CORRUPT)/.test(error.code) ? 'databaseDamaged' : 'databaseUnreadable';
      throw new AppError('storage', key, { file, detail: error.message }, { cause: error });
    }
    // better-sqlite3 reports a missing folder as a TypeError.
    if (error instanceof TypeError)
      throw new AppError('storage', 'databaseUnreadable', { file, detail: error.message }, { cause: error });
    throw error;
  }
};

import Database from 'better-sqlite3';
import { migrate } from './migrate.ts';

export type Db = Database.Database;

/**
 * Opens the data folder's main database and brings its schema up to date. WAL for readers beside the writer; FULL because a
 * job that was accepted must survive a power cut. Throws AppError when it is damaged or written by a newer Hearth.
 */
export const openDatabase = (file: string): Db => {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('busy_timeout = 5000');
  migrate(db);
  return db;
};

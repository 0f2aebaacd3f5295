import { join } from 'node:path';
import Database from 'better-sqlite3';
import { AppError } from '../shared/app-error.ts';
import { readHostFile } from './host-file.ts';

/**
 * Makes this process the one host of the data folder, until the returned function is called or the process ends, however it ends:
 * an exclusive SQLite transaction goes with its process. Throws AppError with the other host's address.
 */
export function lockDataFolder(dataDir: string): () => void {
  let lock: Database.Database | undefined;
  try {
    lock = new Database(join(dataDir, 'host.lock'), { timeout: 0 });
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    throw error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
      ? inUse(dataDir)
      : unusable(dataDir, error);
  }
  const held = lock;
  return () => void held.close();
}

const inUse = (folder: string): AppError => {
  const other = readHostFile(folder);
  return other
    ? new AppError('conflict', 'dataFolderInUse', { folder, url: `${other.url}/?token=${other.token}` })
    : new AppError('conflict', 'dataFolderInUseSilently', { folder });
};

const unusable = (folder: string, error: unknown): AppError =>
  new AppError('storage', 'dataFolderUnusable', { folder, detail: error instanceof Error ? error.message : String(error) });

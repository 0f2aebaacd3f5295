import { join } from 'node:path';
import Database from 'better-sqlite3';
import { AppError } from '../shared/app-error.ts';
import { readHostFile } from './host-file.ts';

/**
 * Makes this process the one host of the data folder, until the returned function is called or the process ends, however it ends:
 * an exclusive SQLite transaction goes with its process. Throws AppError with the other host's address.
 */
export function lockDataFolder(dataDir: string): () => void {
  const lock = new Database(join(dataDir, 'host.lock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!(error instanceof Database.SqliteError) || !error.code.startsWith('SQLITE_BUSY')) throw unusable(dataDir, error);
    const other = readHostFile(dataDir);
    if (!other) throw new AppError('conflict', 'dataFolderInUseSilently', { folder: dataDir });
    throw new AppError('conflict', 'dataFolderInUse', { folder: dataDir, url: `${other.url}/?token=${other.token}` });
  }
  return () => lock.close();
}

const unusable = (folder: string, error: unknown): AppError =>
  new AppError('storage', 'dataFolderUnusable', { folder, detail: error instanceof Error ? error.message : String(error) });

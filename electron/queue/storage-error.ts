import Database from 'better-sqlite3';
import { AppError } from '../../shared/app-error.ts';

/** Whether a write failed for want of room or because the disk did not take it: the same write can succeed later. Pure. */
export const isStorageFault = (error: unknown): boolean =>
  error instanceof Database.SqliteError && /^SQLITE_(FULL|IOERR|BUSY|READONLY|CANTOPEN)/.test(error.code);

/** Such a fault as a sentence for people; anything else as it is. */
export const asStorageError = (error: unknown): unknown =>
  error instanceof Error && isStorageFault(error)
    ? new AppError('storage', 'databaseFull', { detail: error.message }, { cause: error })
    : error;

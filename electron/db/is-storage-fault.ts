import Database from 'better-sqlite3';

/** Whether a write failed for want of room or because the disk did not take it: the same write can succeed later. Pure. */
export const isStorageFault = (error: unknown): boolean =>
  error instanceof Database.SqliteError && /^SQLITE_(FULL|IOERR|BUSY|READONLY|CANTOPEN)/.test(error.code);

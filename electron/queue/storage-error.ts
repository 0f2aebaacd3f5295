import { AppError } from '../../shared/app-error.ts';
import { isStorageFault } from '../db/is-storage-fault.ts';

/** A write that the disk did not take as a sentence for people; anything else as it is. Pure. */
export const asStorageError = (error: unknown): unknown =>
  error instanceof Error && isStorageFault(error)
    ? new AppError('storage', 'databaseFull', { detail: error.message }, { cause: error })
    : error;

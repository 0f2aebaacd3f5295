import { AppError } from '../../shared/app-error.ts';
import { isStorageFault } from '../db/is-storage-fault.ts';

/** A write that the disk did not take as a sentence for people; anything else as it is. Pure. */
export const asStorageError = (error: unknown): unknown =>
  error instanceof Error && isStorageFault(error)
    ? new AppError('storage', 'databaseFull', { detail: error.message }, { cause: error })
    : error;

/** Acts on many jobs, and what is said of each where the disk took only some of it. */
const halfDone = { cancel: 'cancelHalfDone', undo: 'undoHalfDone', requeue: 'requeueHalfDone' } as const;

/** The same for an act of several transactions: `count` jobs were changed before the disk refused. An undo goes on by itself. Pure. */
export const asHalfDone = (act: keyof typeof halfDone, error: unknown, count: number): unknown => {
  const told = asStorageError(error);
  return told instanceof AppError && told.key === 'databaseFull' && (count > 0 || act === 'undo')
    ? new AppError('storage', halfDone[act], { detail: told.params.detail ?? '', count }, { cause: error })
    : told;
};

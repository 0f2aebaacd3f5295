import { AppError } from '../../shared/app-error.ts';
import { codeOf } from '../lib/code-of.ts';

/** A failed write as a sentence for people. No inodes left and a used-up quota are a full disk as well. Pure. */
export const storageFault = (error: unknown, folder: string): AppError => {
  if (error instanceof AppError) return error;
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(error))
    ? new AppError('storage', 'diskFull', { folder }, { cause: error })
    : new AppError(
        'storage',
        'storeUnwritable',
        { folder, detail: error instanceof Error ? error.message : String(error) },
        { cause: error },
      );
};

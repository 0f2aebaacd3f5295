import { AppError } from '../../shared/app-error.ts';

/** The system's code of an error (`ENOSPC` …), or ''. Pure. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

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

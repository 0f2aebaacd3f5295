import { AppError } from '../../shared/app-error.ts';
import type { Problem } from '../../shared/engine.ts';
import { problemOf } from '../../shared/problem.ts';
import { codeOf } from '../lib/code-of.ts';

/** Why a process did not even come to be, in words for people. Pure. */
export const launchProblem = (name: string, file: string, error: unknown): Problem => {
  // The name belongs to the sentences of this area; others ignore it.
  if (error instanceof AppError) return problemOf(error.key, { name, ...error.params });
  const code = codeOf(error);
  switch (code) {
    case 'ENOENT':
      return problemOf('engineProgramMissing', { name, file });
    case 'EACCES':
    case 'EPERM':
    case 'ENOEXEC':
      return problemOf('engineProgramRefused', { name, file, reason: code });
    case 'ENOSPC':
    case 'EDQUOT':
      return problemOf('engineDiskFull', { name });
    default:
      return problemOf('engineLaunchFailed', { name, reason: `${error instanceof Error ? error.message : String(error)}.` });
  }
};

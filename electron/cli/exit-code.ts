import { AppError } from '../../shared/app-error.ts';
import { UsageError } from '../lib/parse-args.ts';

/** Exit codes that scripts rely on. */
export const exitCode = { done: 0, notDone: 1, usage: 2, noHost: 3, interrupted: 130, terminated: 143 } as const;

/** What an error that ended a command means to the shell. Pure. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCode.usage;
  if (!(error instanceof AppError)) return exitCode.notDone;
  if (error.code === 'invalid-input') return exitCode.usage;
  return error.code === 'disconnected' ? exitCode.noHost : exitCode.notDone;
}

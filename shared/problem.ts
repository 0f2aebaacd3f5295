import type { AppError } from './app-error.ts';
import type { Problem } from './engine.ts';
import type { JobError } from './job.ts';
import { type ErrorKey, englishError, type WordParams } from './words.ts';

/** A sentence with its parts; `said` are those that are sentences themselves. Pure. */
export const problemOf = (key: ErrorKey, params: WordParams = {}, said?: Problem['said']): Problem => ({
  key,
  params,
  message: englishError(key, params),
  ...(said && { said }),
});

/** The same with another sentence in place of `{{line}}`. Pure. */
export const problemWith = (key: ErrorKey, inner: Problem | JobError | AppError | null): Problem => {
  if (inner === null) return problemOf(key, { line: '' });
  const { params, message } = inner;
  return problemOf(key, { line: message }, { line: { key: 'key' in inner ? inner.key : inner.code, params } });
};

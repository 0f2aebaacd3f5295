import type { AppError } from '../../../shared/app-error.ts';
import type { Problem } from '../../../shared/engine.ts';
import type { JobError } from '../../../shared/job.ts';
import { type ErrorKey, englishError, type WordParams } from '../../../shared/words.ts';

/** A sentence with its parts. Pure. */
export const tell = (key: ErrorKey, params: WordParams = {}): Problem => ({ key, params, message: englishError(key, params) });

/** The same with another sentence in place of `{{line}}`. Pure. */
export const tellWith = (key: ErrorKey, inner: Problem | JobError | AppError | null): Problem => {
  if (inner === null) return tell(key, { line: '' });
  const { params, message } = inner;
  const own = 'key' in inner ? inner.key : inner.code;
  return { ...tell(key, { line: message }), said: { line: { key: own, params } } };
};

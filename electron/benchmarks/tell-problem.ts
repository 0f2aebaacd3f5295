import type { Problem } from '../../shared/engine.ts';
import { type ErrorKey, englishError, type WordParams } from '../../shared/words.ts';

/** A sentence that is stored with a result. Pure. */
export const tellProblem = (key: ErrorKey, params: WordParams = {}): Problem => ({
  key,
  params,
  message: englishError(key, params),
});

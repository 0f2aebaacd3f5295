import type { Problem } from '../../../shared/engine.ts';
import { type ErrorKey, englishError, type WordParams } from '../../../shared/words.ts';

/** A sentence with its parts. Pure. */
export const tell = (key: ErrorKey, params: WordParams = {}): Problem => ({ key, params, message: englishError(key, params) });

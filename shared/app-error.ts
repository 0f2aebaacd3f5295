import { z } from 'zod';
import { type ErrorKey, englishError, type WordParams } from './words.ts';

/** The closed set of what can go wrong with a call; the sentence says the rest. */
export const ErrorCode = z.enum([
  'invalid-input',
  'unknown-call',
  'not-found',
  'conflict',
  'unsupported',
  'engine-unavailable',
  'storage',
  'disconnected',
  'internal',
]);
export type ErrorCode = z.infer<typeof ErrorCode>;

/** An error meant for people: its sentence exists in every language under `i18n.errors[key]`; `message` is the English one. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly key: ErrorKey;
  readonly params: WordParams;
  constructor(code: ErrorCode, key: ErrorKey, params: WordParams = {}, options?: ErrorOptions) {
    super(englishError(key, params), options);
    this.code = code;
    this.key = key;
    this.params = params;
  }
}

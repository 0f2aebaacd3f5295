import { z } from 'zod';
import { shortParams } from './short-params.ts';
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

/** An AppError as it travels: in a reply of the contract, or as the body of a refused HTTP request. */
export const WireError = z.object({
  code: ErrorCode,
  key: z.string(),
  message: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type WireError = z.infer<typeof WireError>;

/** An error meant for people: its sentence exists in every language under `i18n.errors[key]`; `message` is the English one. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly key: ErrorKey;
  readonly params: WordParams;
  /** `whole`: the params that are sentences themselves, as `shortParams` takes them. */
  constructor(code: ErrorCode, key: ErrorKey, params: WordParams = {}, options: ErrorOptions & { whole?: object } = {}) {
    const short = shortParams(params, options.whole);
    super(englishError(key, short), options);
    this.code = code;
    this.key = key;
    this.params = short;
  }

  /** What travels: never the cause, never the stack. */
  toWire(): WireError {
    return { code: this.code, key: this.key, message: this.message, params: this.params };
  }

  /** The error a host sent. A key that only a newer host knows keeps the host's English sentence. */
  static fromWire({ code, key, message, params }: WireError): AppError {
    // The key may be unknown here; whoever looks it up falls back to the message.
    const error = new AppError(code, key as ErrorKey, params);
    error.message = message;
    return error;
  }
}

import type { AppError } from './app-error.ts';
import type { Problem } from './engine.ts';
import type { JobError } from './job.ts';
import { shortParams } from './short-params.ts';
import { type ErrorKey, englishError, type WordParams } from './words.ts';

/** A sentence with its parts; `said` are those that are sentences themselves. Pure. */
export const problemOf = (key: ErrorKey, params: WordParams = {}, said?: Problem['said']): Problem => {
  const short = shortParams(params, said);
  return { key, params: short, message: englishError(key, short), ...(said && { said }) };
};

type Inner = Problem | JobError | AppError;

/** A sentence as the `{{line}}` of another one. Pure. */
export const lineOf = (inner: Inner): NonNullable<Problem['said']> => {
  const said = 'said' in inner ? inner.said : undefined;
  return { line: { key: 'key' in inner ? inner.key : inner.code, params: inner.params, ...(said && { said }) } };
};

/** A sentence with another one in place of `{{line}}`. Pure. */
export const problemWith = (key: ErrorKey, inner: Inner | null): Problem =>
  inner === null ? problemOf(key, { line: '' }) : problemOf(key, { line: inner.message }, lineOf(inner));

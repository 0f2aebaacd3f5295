import type { AppError } from '../../shared/app-error.ts';
import { cutText } from '../../shared/cut-text.ts';
import type { JobError } from '../../shared/job.ts';
import { shortParams } from '../../shared/short-params.ts';
import { type ErrorKey, englishError, type WordParams } from '../../shared/words.ts';

/** A job's error from a key of `i18n.errors`, with the graph's node and input at fault where they are known; `said` as in Problem. Pure. */
export const jobError = (
  code: ErrorKey,
  params: WordParams = {},
  { node = null, input = null, said }: { node?: string | null; input?: string | null; said?: JobError['said'] } = {},
): JobError => {
  const short = shortParams(params, said);
  return {
    code,
    message: englishError(code, short),
    node: node && cutText(node),
    input: input && cutText(input),
    params: short,
    ...(said && { said }),
  };
};

/** The same from an error that was thrown; its `node`, `input` and `key` (of a parameter) params name the place. Pure. */
export const jobErrorOf = ({ key, params }: AppError): JobError => {
  const text = (name: string): string | null => (name in params ? String(params[name]) : null);
  return jobError(key, params, { node: text('node'), input: text('input') ?? text('key') });
};

/**
 * What two failures must share to count as the same trouble: the kind and its words, without numbers, ids and paths that
 * differ from run to run. Pure.
 */
export const signatureOf = ({ code, params }: JobError): string =>
  [code, ...Object.entries(params).map(([key, value]) => `${key}=${steady(String(value))}`)].join('|');

const steady = (text: string): string =>
  text
    .split('\n', 1)
    .join('')
    .replaceAll(/(?:[a-z]:)?[\\/][^\s'"]*[\\/]/gi, '')
    .replaceAll(/\b0x[0-9a-f]+\b|[0-9a-f]{8}-[0-9a-f-]{27}|\d+(?:\.\d+)?/gi, '#')
    .slice(0, 200);

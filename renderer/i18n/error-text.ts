import { AppError } from '../../shared/app-error.ts';
import type { Problem } from '../../shared/engine.ts';
import type { WordParams } from '../../shared/words.ts';
import { i18n, type Language } from './i18n.ts';

/** Any of the shapes in which an error reaches a person: thrown by a call, stored with an engine, a job or a template. */
export type Trouble =
  | AppError
  | { key: string; params?: WordParams; message: string; said?: Problem['said'] }
  | { code: string; params?: WordParams; message: string; said?: Problem['said'] };

/** Key of `i18n.errors` that a trouble carries. */
export const troubleKey = (trouble: Trouble): string => ('key' in trouble ? trouble.key : trouble.code);

/**
 * The sentence for a trouble in the reader's language; the English one it carries where this page does not know its key. Components say
 * it by `useWords().say`: what they draw must depend on the language, or it stays in the old one when that changes.
 */
export function errorText(error: unknown, language?: Language): string {
  const trouble = asTrouble(error);
  const key = `errors.${troubleKey(trouble)}`;
  // The key comes from the host, which may know errors that this page does not: looked up, never trusted.
  return i18n.exists(key)
    ? String(
        i18n.t(key as 'errors.internal', {
          ...trouble.params,
          ...ownName(trouble, language),
          ...innerTexts(trouble, language),
          ...(language && { lng: language }),
        }),
      )
    : trouble.message;
}

/** The demo engine has a name of its own in each language, unless somebody gave it another. */
const ownName = ({ params }: Trouble, language: Language | undefined): WordParams => {
  const written = i18n.t('common.engineKind.demo', { lng: 'en' });
  const own = i18n.t('common.engineKind.demo', { ...(language && { lng: language }) });
  return Object.fromEntries(['name', 'engine'].flatMap((key) => (params?.[key] === written ? [[key, own]] : [])));
};

/** Sentences that stand inside the sentence. */
const innerTexts = (trouble: Trouble, language: Language | undefined): WordParams =>
  Object.fromEntries(
    Object.entries(('said' in trouble && trouble.said) || {}).map(([name, { key, params, said }]) => [
      name,
      errorText({ key, params, message: String(trouble.params?.[name] ?? ''), said }, language),
    ]),
  );

/** Anything caught, as a trouble; what is not an error for people becomes the general sentence. */
export function asTrouble(error: unknown): Trouble {
  if (error instanceof AppError) return error;
  if (typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string') {
    // The shape is checked by the line above and the schema it was parsed with.
    if ('key' in error || 'code' in error) return error as Trouble;
  }
  return new AppError('internal', 'internal');
}

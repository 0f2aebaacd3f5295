import type { TFunction } from 'i18next';
import type { WordParams } from '../../shared/words.ts';
import { i18n } from './i18n.ts';

/** The words of a key that was put together from what the host said; null where this page does not know it. */
export function knownWords(t: TFunction, key: string, params: WordParams = {}): string | null {
  // The host may be newer than this page, so the key is looked up, never trusted.
  return i18n.exists(key) ? String(t(key as 'common.close', { ...params })) : null;
}

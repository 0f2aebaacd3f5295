import type { InstallCheck } from '../../shared/engine.ts';
import { i18n } from './i18n.ts';

/** What a check of an installation found, in the reader's language; its bare id where this page does not know the sentence. */
export function checkText(check: InstallCheck): string {
  const key = `checks.${check.key}`;
  // The key comes from the host, which may know checks that this page does not.
  return i18n.exists(key) ? String(i18n.t(key as 'common.close', { ...check.params })) : check.id;
}

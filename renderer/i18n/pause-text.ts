import type { Pause } from '../../shared/job.ts';
import { i18n } from './i18n.ts';

/** Why the queue is paused: Hearth's reason in the reader's language, or the person's own words ('' where they gave none). */
export function pauseText(pause: Pause): string {
  const key = `reasons.${pause.key ?? ''}`;
  // The key comes from the host, which may know reasons that this page does not.
  return pause.key !== undefined && i18n.exists(key) ? String(i18n.t(key as 'common.close', { ...pause.params })) : pause.text;
}

import { Problem } from '../../shared/engine.ts';
import type { Pause } from '../../shared/job.ts';
import { errorText } from './error-text.ts';
import { i18n, type Language } from './i18n.ts';

const Cause = Problem.omit({ message: true });

/** The failure that a pause tells of in the reader's language, where the host sent it as key and parameters. */
const causeOf = ({ params = {} }: Pause, language: Language | undefined): string | null => {
  if (typeof params.cause !== 'string') return null;
  try {
    return errorText({ ...Cause.parse(JSON.parse(params.cause)), message: String(params.message ?? '') }, language);
  } catch {
    return null;
  }
};

/** Why the queue is paused: Hearth's reason in the reader's language, or the person's own words ('' where they gave none). */
export function pauseText(pause: Pause, language?: Language): string {
  const key = `reasons.${pause.key ?? ''}`;
  // The key comes from the host, which may know reasons that this page does not.
  if (pause.key === undefined || !i18n.exists(key)) return pause.text;
  const cause = causeOf(pause, language);
  const words = { ...pause.params, ...(cause !== null && { message: cause }), ...(language && { lng: language }) };
  return String(i18n.t(key as 'common.close', words));
}

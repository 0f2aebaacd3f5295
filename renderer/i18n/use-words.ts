import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Pause } from '../../shared/job.ts';
import type { Localized } from '../../shared/template.ts';
import { type Format, formatFor } from '../ui/format.ts';
import { errorText } from './error-text.ts';
import type { Language } from './i18n.ts';
import { pauseText } from './pause-text.ts';

export interface Words {
  /** The sentence of a key in the reader's language: `t('frame.ready')`, `t('queue.waiting', { count })`. */
  t: TFunction;
  language: Language;
  /** Numbers, times and sizes as this language writes them. */
  format: Format;
  /** The reader's side of a text that exists in both languages. */
  of(text: Localized): string;
  /** What went wrong, as a sentence. */
  say(error: unknown): string;
  /** Why the queue is paused. */
  why(pause: Pause): string;
}

/** Everything a component needs to speak. Renders again when the language changes. */
export function useWords(): Words {
  const { t, i18n } = useTranslation();
  const language: Language = i18n.language === 'ko' ? 'ko' : 'en';
  return {
    t,
    language,
    format: formatFor(language),
    of: (text) => text[language],
    say: (error) => errorText(error, language),
    why: (pause) => pauseText(pause, language),
  };
}

import type { Language } from '../i18n/i18n.ts';

const segmenters: Record<Language, Intl.Segmenter> = {
  en: new Intl.Segmenter('en', { granularity: 'sentence' }),
  ko: new Intl.Segmenter('ko', { granularity: 'sentence' }),
};

/** The sentences of a text, trimmed, at least one. Version numbers and file names do not end a sentence. Pure. */
export function splitSentences(text: string, language: Language): string[] {
  const sentences = Array.from(segmenters[language].segment(text), ({ segment }) => segment.trim()).filter((part) => part !== '');
  return sentences.length > 0 ? sentences : [text];
}

import { cutText } from './cut-text.ts';
import type { WordParams } from './words.ts';

/**
 * What is put into a sentence, each text cut to a length that people read: it may come from an engine, a log or a file, and sentences
 * are stored and sent. Those of `whole` are sentences themselves, made of such texts. Pure.
 */
export const shortParams = (params: WordParams, whole: object = {}): WordParams =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' && !Object.hasOwn(whole, name) ? cutText(value) : value,
    ]),
  );

import type { LogLine } from '../../shared/engine.ts';
import { plainLine } from './boot-facts.ts';

/**
 * Of the lines that came while an attempt ran, those that are its own. ComfyUI runs one prompt at a time and says when it takes one
 * and when it has ended it; what came a moment too early belongs to the one before. Without these words all of them count. Pure.
 *
 * @returns the first line's place, and the place behind the last one
 */
export const jobLines = (lines: readonly Pick<LogLine, 'text'>[]): { first: number; end: number } => {
  const texts = lines.map(({ text }) => plainLine(text));
  const begin = texts.indexOf('got prompt');
  if (begin < 0) return { first: 0, end: lines.length };
  for (let at = begin + 1; at < texts.length; at++) {
    if (texts[at]?.startsWith('Prompt executed in')) return { first: begin, end: at + 1 };
    if (texts[at] === 'got prompt') return { first: begin, end: at };
  }
  return { first: begin, end: lines.length };
};

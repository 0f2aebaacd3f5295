import { stripVTControlCharacters } from 'node:util';
import type { LogLevel } from '../../shared/engine.ts';

/** Longest line that is kept whole, in UTF-16 units. Real log lines stay far below; a dumped tensor or data URL does not. */
export const maxLineLength = 65_536;

/** Turns a log's bytes into lines, whatever the chunks. */
export interface LineDecoder {
  /** Lines that `bytes` completed. */
  push(bytes: Uint8Array): string[];
  /** The unfinished last line, if there is one; afterwards the decoder is as new. */
  finish(): string[];
}

/**
 * UTF-8 with invalid bytes replaced, split at LF, progress folded (of the texts between carriage returns the last one that says
 * anything stays, as a terminal would show it), overlong lines cut with a note of what is missing.
 */
export const createLineDecoder = (): LineDecoder => {
  let decoder = new TextDecoder('utf-8');
  /** Parts of the unfinished line, joined only when it ends: a 10 MB line comes in hundreds of chunks. */
  let parts: string[] = [];
  let length = 0;
  /** Characters of the unfinished line that were let go already. */
  let lost = 0;

  const keep = (part: string): void => {
    if (part === '') return;
    parts.push(part);
    length += part.length;
    if (length > 2 * maxLineLength) shorten();
  };
  /** Lets go what will not be shown anyway: texts that were overwritten, and all but the beginning of the last one. */
  const shorten = (): void => {
    const whole = parts.join('');
    const shown = fold(whole);
    if (whole.includes('\r')) lost = 0;
    lost += Math.max(0, shown.length - maxLineLength);
    // A return at the very end may yet turn out to be half of a CRLF, or to overwrite this text.
    parts = [shown.slice(0, maxLineLength), whole.endsWith('\r') ? '\r' : ''];
    length = maxLineLength;
  };
  const take = (): string => {
    shorten();
    const line = parts[0] ?? '';
    const missing = lost;
    parts = [];
    length = 0;
    lost = 0;
    return missing > 0 ? `${line} … (${missing} characters more)` : line;
  };
  const split = (text: string): string[] => {
    const lines = text.split('\n');
    const rest = lines.pop() ?? '';
    const hasReturns = text.includes('\r');
    for (let index = 0; index < lines.length; index++) {
      const line = lines[index] ?? '';
      if ((index === 0 && length > 0) || line.length > maxLineLength) {
        keep(line);
        lines[index] = take();
      } else if (hasReturns) {
        lines[index] = fold(line);
      }
    }
    keep(rest);
    return lines;
  };

  return {
    push: (bytes) => split(decoder.decode(bytes, { stream: true })),
    finish() {
      const lines = split(decoder.decode());
      decoder = new TextDecoder('utf-8');
      return length > 0 ? [...lines, take()] : lines;
    },
  };
};

/** What a terminal shows of a line with carriage returns: the last text that was written over the others. Pure. */
export const fold = (line: string): string => {
  let end = line.length;
  while (end > 0 && line.charCodeAt(end - 1) === 13) end--;
  return end === 0 ? '' : line.slice(line.lastIndexOf('\r', end - 1) + 1, end);
};

/** How nearly every line of ComfyUI begins since 0.23. */
const infoTag = '\u001b[32m[INFO]\u001b[0m';

/** A line without its colours: what rules match against. Pure. */
export const plainText = (text: string): string => {
  if (!text.includes('\u001b')) return text;
  if (!text.startsWith(infoTag)) return stripVTControlCharacters(text);
  // The general way costs ten times as much.
  const rest = text.slice(infoTag.length);
  return `[INFO]${rest.includes('\u001b') ? stripVTControlCharacters(rest) : rest}`;
};

// ComfyUI since 0.23 writes `ESC[32m[INFO]ESC[0m text`, bold for warnings and above. A progress bar may stand before the tag.
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters.
const tagged = /(?:^|\u001b\[\d+m)\[(DEBUG|DETAIL|INFO|WARNING|ERROR|CRITICAL)\]/;
/** Older versions write the bare message; these beginnings are as good as a tag. */
const untagged: readonly (readonly [RegExp, LogLevel])[] = [
  [/^(?:WARNING|\[WARNING\]|Warning)\b/, 'warning'],
  [/^(?:ERROR|Error)\b|^Traceback \(most recent call last\)|^!!! Exception|^\[Errno|^Exception in thread/, 'error'],
  [/^[A-Za-z_][\w.]*(?:Error|Exception): /, 'error'],
  [/^(?:Fatal Python error|Windows fatal exception|CRITICAL)\b/, 'critical'],
];
const levelOfTag: Record<string, LogLevel> = {
  DEBUG: 'debug',
  DETAIL: 'debug',
  INFO: 'info',
  WARNING: 'warning',
  ERROR: 'error',
  CRITICAL: 'critical',
};

/** How serious a line says it is; `none` where it does not say. Pure. */
export const levelOf = (text: string): LogLevel => {
  if (text.startsWith(infoTag)) return 'info';
  const tag = text.includes('[') ? tagged.exec(text)?.[1] : undefined;
  if (tag !== undefined) return levelOfTag[tag] ?? 'none';
  return untagged.find(([pattern]) => pattern.test(text))?.[1] ?? 'none';
};

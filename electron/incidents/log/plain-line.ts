import { stripVTControlCharacters } from 'node:util';

/** Longest text of a line that rules look at, in UTF-16 units; what follows is no message any more but a dump. */
export const maxTextLength = 8_192;

/** A log line as ComfyUI wrote it. */
export interface PlainLine {
  /** Without colours, without what launchers put before it, only what a terminal would still show. */
  text: string;
  /** Which process wrote it, where a launcher says so (`comfyui-1`, `ComfyUI-0`); else empty. */
  source: string;
  /** How many blanks the continuation lines of a rich log handler begin with; 0: this line is none of its lines. */
  richWidth: number;
}

const level = '(?:DEBUG|DETAIL|INFO|WARN|WARNING|ERROR|CRITICAL)';

/** What launchers and log handlers put before a line. Each is anchored and linear; a first group names the source. */
const prefixes: readonly RegExp[] = [
  // Comfy Desktop.
  /^\[\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:[.,]\d+)?\] {1,2}(?:\[(?:info|warn)\](?: {1,2}|$)|\[(?:error|debug|verbose|silly)\](?: |$))/,
  // SwarmUI: time and level may be missing.
  /^(?:(?:\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d(?:\.\d+)? \[\w+\] )?\[(?<source>ComfyUI-\d+)\/STD(?:ERR|OUT)\](?: |$)/,
  // comfyui.log and the error report; the same time as docker and kubectl put it.
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?(?: - | |$)/,
  new RegExp(`^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d,\\d{3} (?:- [\\w.]+ - ${level} - |${level} )`),
  /^\[(?:\d{4}-\d\d-\d\d[ T])?\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?\](?: |$)/,
  // Docker Desktop.
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?: (?!- )|$)/,
  // Comfy Desktop on its console.
  /^\d\d:\d\d:\d\d\.\d{3} [>›](?: |$)/,
  // docker compose.
  /^(?<source>[A-Za-z0-9][\w.-]*) +\|(?: |$)/,
  // systemd's journal; its own lines keep their name.
  /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d [\w.-]+ (?:(?!systemd|kernel)[\w.@/-]+\[\d+\]: |(?=systemd|kernel))/,
  // ComfyUI itself since 0.23.
  new RegExp(`^\\[${level}\\](?:(?:\\[\\d{1,2}m)* |$)`),
  // Python's own form, before ComfyUI set up one.
  /^(?:DEBUG|INFO|WARNING|ERROR|CRITICAL):[\w.]{1,40}:/,
  // A quotation.
  /^(?:> ?)+(?=\S| )/,
  // Colours whose escape character was lost on the way.
  /^(?:\[\d{1,2}(?:;\d{1,3})*m)+/,
];

/** First characters that a prefix can begin with: most lines need no further look. */
const mayHavePrefix = /^(?:[[\d>]|[A-Za-z0-9][\w.-]* +\||[A-Z]{4,8}:|[A-Z][a-z]{2} [ \d]\d )/;

/** Colours whose escape character became something that can be seen: on an old console, in a viewer, in a copied string. */
const seenColour = /(?:[←␛]|\^\[|\\(?:x1[bB]|u001[bB]|033|e))\[\d{0,3}(?:;\d{1,3}){0,4}m/g;

const richHead = new RegExp(
  `^((?:\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d|\\[\\d[\\d/.-]* \\d\\d:\\d\\d:\\d\\d\\]| {8,22}) ${level} +)(?=\\S)`,
);
const richPlace = /\s[\w.-]+\.py:\d+$/;
const glued = /^\s{0,8}(?:[^|[\]]{0,60}: )?\s{0,8}\d{1,3}%\|[^|]{0,80}\| *[\d.]+\w*\/[\d.?]+\w* \[[^\]]{0,60}\](?=\S)/;

/**
 * Takes off what is not ComfyUI's: colours, overwritten progress, and prefixes in any order and number. `[!] ` stays: it marks a child
 * of ComfyUI-Manager. `richWidth` is that of the line before, of the same source. Pure.
 */
export const plainLine = (raw: string, richWidth = 0): PlainLine => {
  let text = shown(raw);
  if (text.length > maxTextLength) text = text.slice(0, maxTextLength);
  if (text.includes('\u001b')) text = stripVTControlCharacters(text);
  if (text.includes('[') && text.includes('m')) text = text.replace(seenColour, '');
  let source = '';
  let width = 0;
  for (let round = 0; round < 6; round++) {
    if (width === 0) {
      const rich = richHead.exec(text);
      if (rich?.[1]) {
        width = rich[1].length;
        text = withoutPlace(text.slice(width));
        continue;
      }
    }
    if (!mayHavePrefix.test(text)) break;
    const before = text;
    for (const prefix of prefixes) {
      const match = prefix.exec(text);
      if (!match) continue;
      source ||= match.groups?.source ?? '';
      text = text.slice(match[0].length);
      break;
    }
    if (text === before) break;
  }
  if (width === 0 && richWidth > 0 && text.startsWith(' '.repeat(richWidth))) {
    width = richWidth;
    text = withoutPlace(text.slice(richWidth));
  }
  // A message that came while a progress bar stood on the line.
  const bar = text.includes('%|') ? glued.exec(text) : null;
  if (bar) text = plainLine(text.slice(bar[0].length)).text;
  return { text, source, richWidth: width };
};

/** The part that a terminal shows of a line with carriage returns, without the zero bytes that a power cut leaves. */
const shown = (raw: string): string => {
  let end = raw.length;
  while (end > 0 && raw.charCodeAt(end - 1) === 13) end--;
  const begin = end === 0 ? 0 : raw.lastIndexOf('\r', end - 1) + 1;
  const text = raw.slice(begin, end);
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
};

/** Without the file name in the last column. */
const withoutPlace = (text: string): string => {
  const trimmed = text.trimEnd();
  const at = trimmed.lastIndexOf('  ');
  const place = at < 0 ? null : richPlace.exec(trimmed.slice(at));
  return place ? trimmed.slice(0, at).trimEnd() : trimmed;
};

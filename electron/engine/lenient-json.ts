// A whole string, or one of the words that Python writes and JSON does not know. Strings are matched first, so that a word inside
// of one stays as it is.
const stringsAndWords = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|-?\b(?:NaN|Infinity)\b/g;

/**
 * Parses what a Python program calls JSON: bare `NaN` and `Infinity` become null. Undefined for text that is cut or no JSON at all.
 * Pure, never throws.
 */
export const parseLenient = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    try {
      return JSON.parse(text.replace(stringsAndWords, (match) => (match.startsWith('"') ? match : 'null')));
    } catch {
      return undefined;
    }
  }
};

/** The value as a plain object, else an empty one. Pure. */
export const asRecord = (value: unknown): Record<string, unknown> =>
  // A JSON value that is an object and no array has text keys and unknown values.
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** The value as a list, else an empty one. Pure. */
export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Text or a number as text, anything else as null. Pure. */
export const asText = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;

/** A finite number, else null. Pure. */
export const asNumber = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);

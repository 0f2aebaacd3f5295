/**
 * A regular expression for one line, as one that finds the same lines in a text of many: nothing in it takes a line's end, so that
 * looking at a megabyte in one go is as right as looking at each line, and a repetition still ends where its line does.
 *
 * @param source a regular expression without flags that JavaScript accepts
 * @returns null for the few that cannot be written so. Pure.
 */
export const patternAcrossLines = (source: string): RegExp | null => {
  // Control characters, a line's end among them, are rare enough not to be worth the thought.
  if ([...source].some((letter) => letter < ' ')) return null;
  let inLine = '';
  for (let at = 0; at < source.length; ) {
    const part = source[at] === '\\' ? escapeAt(source, at) : source[at] === '[' ? classAt(source, at) : plainAt(source, at);
    if (part === null) return null;
    inLine += part.text;
    at = part.end;
  }
  return new RegExp(inLine, 'gim');
};

/** One piece of the new expression, and where the old one goes on. */
interface Piece {
  text: string;
  end: number;
}

/** Escapes that stand for one of many characters, the line's end left out. */
const withoutEnd = new Map([
  ['s', '[^\\S\\n]'],
  ['W', '[^\\w\\n]'],
  ['D', '[^\\d\\n]'],
]);
/** Letters whose escape never matches a line's end. */
const harmless = 'bBdwStvfr';
const isLetter = (text: string): boolean => /[a-z0-9]/i.test(text);

const escapeAt = (source: string, at: number): Piece | null => {
  const letter = source[at + 1] ?? '';
  const end = at + 2;
  const narrowed = withoutEnd.get(letter);
  if (narrowed !== undefined) return { text: narrowed, end };
  // `\12` is a line's end where there are not as many groups.
  const isBackReference = /[1-9]/.test(letter) && !/\d/.test(source[end] ?? '');
  const isSafe = harmless.includes(letter) || isBackReference || !isLetter(letter);
  return isSafe ? { text: source.slice(at, end), end } : null;
};

/** `(?` begins a group, looks around, or changes flags, of which a `.` that takes all is one. */
const plainAt = (source: string, at: number): Piece | null => {
  const changesFlags = source[at] === '(' && source[at + 1] === '?' && !':<=!'.includes(source[at + 2] ?? '');
  return changesFlags ? null : { text: source[at] ?? '', end: at + 1 };
};

/** White space but for the line's end, as a part of a class. */
const spaces = '\\t\\v\\f\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';

const classAt = (source: string, begin: number): Piece | null => {
  const isNegated = source[begin + 1] === '^';
  let text = isNegated ? '[^\\n' : '[';
  for (let at = begin + (isNegated ? 2 : 1); at < source.length; ) {
    if (source[at] === ']') return { text: `${text}]`, end: at + 1 };
    const word = source.slice(at, at + (source[at] === '\\' ? 2 : 1));
    at += word.length;
    const letter = word.slice(1);
    if (word === '-' && text === '[^\\n') text += '\\-';
    else if (isNegated || !isLetter(letter)) text += word;
    // A range from a tab on, or from a class, which is none.
    else if (source[at] === '-' || text.endsWith('-')) return null;
    else if (letter === 's') text += spaces;
    else if ('dwStvfr'.includes(letter)) text += word;
    else return null;
  }
  return null;
};

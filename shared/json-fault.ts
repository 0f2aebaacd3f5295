/** What keeps a JSON text from being taken as it is written, and where: lines and columns count from 1. */
export interface JsonFault {
  /** `broken`: no JSON from here on; `ended`: more had to follow; `deep`: nested too deep; `twice`: a key that the object has already. */
  why: 'broken' | 'ended' | 'deep' | 'twice';
  line: number;
  column: number;
  /** What stands there, to the end of its line at most. */
  text: string;
}

type Expected = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd' | 'nothing';

const token =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no text of JSON holds one.
  /("[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([{}[\],:])/y;
const space = /[ \t\n\r]*/y;
/** Characters shown of what stands at a place. */
const shown = 30;

/**
 * The first fault of a text that is to be JSON (RFC 8259), null: none. `JSON.parse` takes the last of two equal keys, overflows the stack
 * of whoever walks through a deep value, and names the place of an error in English, or not at all. Pure.
 */
export const jsonFault = (text: string, deepest: number): JsonFault | null => {
  /** What is open: the keys of an object so far, or null for a list. */
  const open: (Set<string> | null)[] = [];
  let expected: Expected = 'value';
  let at = 0;
  const skip = (): void => {
    space.lastIndex = at;
    at += space.exec(text)?.[0].length ?? 0;
  };
  const fault = (why: JsonFault['why']): JsonFault => {
    const lines = text.slice(0, at).split('\n');
    return {
      why,
      line: lines.length,
      column: (lines.at(-1) ?? '').length + 1,
      text: /^.*/.exec(text.slice(at, at + shown))?.[0] ?? '',
    };
  };
  const follow = (): Expected => (open.length > 0 ? 'commaOrEnd' : 'nothing');
  const takesValue = (): boolean => expected === 'value' || expected === 'valueOrEnd';
  for (skip(); at < text.length; skip()) {
    token.lastIndex = at;
    const [word = '', scalar, sign] = token.exec(text) ?? [];
    const top = open.at(-1);
    if (scalar !== undefined && takesValue()) expected = follow();
    else if (scalar?.startsWith('"') && top && (expected === 'key' || expected === 'keyOrEnd')) {
      const key = String(JSON.parse(scalar));
      if (top.has(key)) return fault('twice');
      top.add(key);
      expected = 'colon';
    } else if ((sign === '{' || sign === '[') && takesValue()) {
      if (open.length >= deepest) return fault('deep');
      open.push(sign === '{' ? new Set() : null);
      expected = sign === '{' ? 'keyOrEnd' : 'valueOrEnd';
    } else if (
      (sign === '}' && top && (expected === 'keyOrEnd' || expected === 'commaOrEnd')) ||
      (sign === ']' && top === null && (expected === 'valueOrEnd' || expected === 'commaOrEnd'))
    ) {
      open.pop();
      expected = follow();
    } else if (sign === ',' && expected === 'commaOrEnd') expected = top ? 'key' : 'value';
    else if (sign === ':' && expected === 'colon') expected = 'value';
    else return fault('broken');
    at += word.length;
  }
  return expected === 'nothing' ? null : fault('ended');
};

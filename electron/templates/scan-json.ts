/** What one pass over JSON text finds, before anything is built from it. */
export interface JsonScan {
  /** The text with bare `NaN`, `Infinity` and `-Infinity`, as Python writes them, turned into `null`. */
  text: string;
  notNumbers: number;
  depth: number;
  /** First key that stands twice in one object, within the depth that names nodes and inputs. */
  repeated: string | null;
}

/** Node ids, their inputs and one wrapper around them: deeper keys may repeat without anyone noticing. */
const keyDepth = 4;
const notNumber = /-?(?:NaN|Infinity)/y;

interface Open {
  keys: Set<string> | null;
  expectsKey: boolean;
}

/** Where the text that begins after the quote at `from` ends; the length of `text` when it never does. */
const endOfString = (text: string, from: number): number => {
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return text.length;
    let slashes = 0;
    while (text.charCodeAt(quote - 1 - slashes) === 92) slashes++;
    if (slashes % 2 === 0) return quote;
    at = quote + 1;
  }
};

/**
 * Reads JSON text once without recursion: how deep it is, whether a key repeats (JSON.parse would silently take the last one), and
 * which bare words stand where numbers should. Says nothing about whether the text is valid. Linear in its length. Pure.
 */
export const scanJson = (text: string): JsonScan => {
  const open: Open[] = [];
  const pieces: string[] = [];
  let [depth, kept, notNumbers] = [0, 0, 0];
  let repeated: string | null = null;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const top = open.at(-1);
    if (code === 34) {
      const end = endOfString(text, at);
      if (top?.keys && top.expectsKey) {
        const key = text.slice(at + 1, end);
        if (top.keys.has(key)) repeated ??= key;
        top.keys.add(key);
        top.expectsKey = false;
      }
      at = end;
    } else if (code === 123 || code === 91) {
      open.push({ keys: code === 123 && open.length < keyDepth ? new Set() : null, expectsKey: code === 123 });
      depth = Math.max(depth, open.length);
    } else if (code === 125 || code === 93) {
      open.pop();
    } else if (code === 44) {
      if (top) top.expectsKey = true;
    } else if (code === 78 || code === 73 || code === 45) {
      notNumber.lastIndex = at;
      const word = notNumber.exec(text)?.[0];
      if (word === undefined) continue;
      pieces.push(text.slice(kept, at), 'null');
      notNumbers++;
      kept = at + word.length;
      at = kept - 1;
    }
  }
  return { text: notNumbers === 0 ? text : pieces.join('') + text.slice(kept), notNumbers, depth, repeated };
};

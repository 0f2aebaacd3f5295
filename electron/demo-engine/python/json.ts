import { floatText } from './text.ts';
import { type PyDict, PyError, PyFloat, type PyValue, pyInt } from './values.ts';

// Python's own recursion limit ends deeper texts as well.
const maxDepth = 980;
const maxDigits = 4300;

/**
 * Reads JSON the way Python's `json.loads` does: `NaN` and infinities are numbers, the order of keys and the kind of every number are
 * kept. Throws PyError `json.decoder.JSONDecodeError` for what is no JSON, `RecursionError` for what is nested too deep.
 */
export const parseJson = (text: string): PyValue => {
  let at = 0;

  const fail = (what: string, where = at): never => {
    throw new PyError('json.decoder.JSONDecodeError', `${what}: char ${where}`);
  };
  const space = (): void => {
    while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++;
  };
  const word = <T>(name: string, value: T): T => {
    if (!text.startsWith(name, at)) return fail('Expecting value');
    at += name.length;
    return value;
  };

  const string = (): string => {
    const start = at++;
    for (;;) {
      const code = text.charCodeAt(at);
      if (Number.isNaN(code)) return fail('Unterminated string starting at', start);
      if (code === 0x22) break;
      if (code < 0x20) return fail('Invalid control character at');
      at += code === 0x5c ? 2 : 1;
    }
    at++;
    const raw = text.slice(start, at);
    if (!raw.includes('\\')) return raw.slice(1, -1);
    try {
      // Within quotes and without control characters both languages agree on the escapes.
      return String(JSON.parse(raw));
    } catch {
      return fail('Invalid \\escape', start);
    }
  };

  const number = (): PyValue => {
    const match = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?/y;
    match.lastIndex = at;
    const found = match.exec(text);
    if (!found) return text[at] === '-' ? word('-Infinity', new PyFloat(-Infinity)) : fail('Expecting value');
    at += found[0].length;
    if (found[1] !== undefined || found[2] !== undefined) return new PyFloat(Number(found[0]));
    if (found[0].length < 16) return Number(found[0]) + 0;
    if (found[0].length > maxDigits) throw new PyError('ValueError', 'Exceeds the limit for integer string conversion');
    return pyInt(BigInt(found[0]));
  };

  const list = (depth: number): PyValue[] => {
    const items: PyValue[] = [];
    at++;
    space();
    if (text[at] === ']') {
      at++;
      return items;
    }
    for (;;) {
      items.push(value(depth + 1));
      space();
      const next = text[at++];
      if (next === ']') return items;
      if (next !== ',') return fail("Expecting ',' delimiter", at - 1);
    }
  };

  const dict = (depth: number): PyDict => {
    const entries: PyDict = new Map();
    at++;
    space();
    if (text[at] === '}') {
      at++;
      return entries;
    }
    for (;;) {
      space();
      if (text[at] !== '"') return fail('Expecting property name enclosed in double quotes');
      const key = string();
      space();
      if (text[at++] !== ':') return fail("Expecting ':' delimiter", at - 1);
      entries.set(key, value(depth + 1));
      space();
      const next = text[at++];
      if (next === '}') return entries;
      if (next !== ',') return fail("Expecting ',' delimiter", at - 1);
    }
  };

  const value = (depth: number): PyValue => {
    if (depth > maxDepth) throw new PyError('RecursionError', 'maximum recursion depth exceeded while decoding a JSON object');
    space();
    switch (text[at]) {
      case '"':
        return string();
      case '{':
        return dict(depth);
      case '[':
        return list(depth);
      case 't':
        return word('true', true);
      case 'f':
        return word('false', false);
      case 'n':
        return word('null', null);
      case 'N':
        return word('NaN', new PyFloat(Number.NaN));
      case 'I':
        return word('Infinity', new PyFloat(Infinity));
      default:
        return number();
    }
  };

  const result = value(0);
  space();
  return at === text.length ? result : fail('Extra data');
};

/** What can be written: values that were read, and plain objects built here. `undefined` members are left out. */
export type Writable =
  | PyValue
  | undefined
  | readonly Writable[]
  | ReadonlyMap<string, Writable>
  | { readonly [key: string]: Writable };

const escapes: Record<string, string> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\f': '\\f',
  '\b': '\\b',
};
const needsEscape = /["\\]|[^\x20-\x7e]/g;
const isPlain = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

const text = (value: string): string =>
  isPlain.test(value)
    ? `"${value}"`
    : `"${value.replace(needsEscape, (c) => escapes[c] ?? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;

const jsonFloat = (value: number): string =>
  Number.isNaN(value) ? 'NaN' : Number.isFinite(value) ? floatText(value) : value < 0 ? '-Infinity' : 'Infinity';

/** Writes JSON the way Python's `json.dumps` does: `", "`, `": "`, ASCII only, bare `NaN`. Pure. */
export const writeJson = (value: Writable): string => {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') return text(value);
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : jsonFloat(value);
  if (value instanceof PyFloat) return jsonFloat(value.value);
  if (Array.isArray(value)) return `[${value.map(writeJson).join(', ')}]`;
  // An array was ruled out above; TypeScript cannot narrow a read-only one away.
  const entries = value instanceof Map ? [...value] : Object.entries(value as { readonly [key: string]: Writable });
  const members = entries.filter(([, item]) => item !== undefined).map(([key, item]) => `${text(key)}: ${writeJson(item)}`);
  return `{${members.join(', ')}}`;
};

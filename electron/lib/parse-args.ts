import { unknownWord } from './nearest.ts';

/** Wrong usage of a command line: said in one sentence, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

interface OptionSpec {
  /** `flag` stands alone; `value` takes the next word, whatever it begins with; `list` may come several times. */
  kind: 'flag' | 'value' | 'list';
  /** Name of the value in the help, for example `PORT`. */
  value?: string;
  about: string;
}
export type OptionTable = Readonly<Record<string, OptionSpec>>;

type OptionValue<O extends OptionSpec> = O['kind'] extends 'flag'
  ? boolean
  : O['kind'] extends 'list'
    ? string[]
    : string | undefined;
export interface Parsed<T extends OptionTable> {
  options: { [K in keyof T]: OptionValue<T[K]> };
  positionals: string[];
  /** What follows `--`; null when there is none. */
  rest: string[] | null;
}

/**
 * Reads a command's words by its table of options. `--name value` and `--name=value` are the same; a value may begin with `-`.
 * Throws UsageError naming the nearest known option. Pure.
 */
export function parseArgs<const T extends OptionTable>(words: readonly string[], table: T): Parsed<T> {
  const specs = new Map<string, OptionSpec>(Object.entries(table));
  const options = new Map<string, boolean | string | string[] | undefined>();
  for (const [name, { kind }] of specs) options.set(name, kind === 'flag' ? false : kind === 'list' ? [] : undefined);
  const positionals: string[] = [];
  let rest: string[] | null = null;

  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') {
      rest = words.slice(at + 1);
      break;
    }
    if (!word.startsWith('-') || word === '-') {
      positionals.push(word);
      continue;
    }
    const [given = '', inline] = splitOnce(word === '-h' ? '--help' : word);
    const name = given.startsWith('--') ? given.slice(2) : '';
    const spec = specs.get(name);
    if (!spec)
      throw new UsageError(
        unknownWord(
          given,
          'option',
          [...specs.keys()].map((key) => `--${key}`),
        ),
      );
    if (spec.kind === 'flag') {
      if (inline !== undefined) throw new UsageError(`--${name} takes no value.`);
      options.set(name, true);
      continue;
    }
    const value = inline ?? words[++at];
    if (value === undefined) throw new UsageError(`--${name} needs a value.`);
    const before = options.get(name);
    if (Array.isArray(before)) before.push(value);
    else if (before === undefined) options.set(name, value);
    else throw new UsageError(`--${name} was given twice.`);
  }
  // Every name of the table is in the map, with the type of its kind.
  return { options: Object.fromEntries(options) as Parsed<T>['options'], positionals, rest };
}

/** `a=b=c` → `a`, `b=c`; `a` → `a`. Pure. */
export function splitOnce(text: string): [string, string | undefined] {
  const at = text.indexOf('=');
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

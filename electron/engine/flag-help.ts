import type { FlagTakes } from '../../shared/flag.ts';
import { type FlagCatalog, type FlagSpec, flagCatalog } from './flag-catalog.ts';

type Found = Omit<FlagSpec, 'group'>;

/**
 * Reads the help text that Python's argparse prints: which flags there are, how many values each takes, choices, and which exclude
 * each other. Types and defaults are not in it. Pure.
 */
export const flagsFromHelp = (text: string): FlagCatalog => {
  const [usage = '', options = ''] = cutAtOptions(text.replace(/\r\n/g, '\n'));
  const found = new Map<string, Found>();
  let last: Found | null = null;
  for (const line of options.split('\n')) {
    const entry = /^ {1,4}(-[^ ].*)$/.exec(line);
    if (entry?.[1]) {
      last = readEntry(entry[1]);
      if (last) found.set(last.flag, last);
    } else if (last && /^ {5,}\S/.test(line)) {
      last.help = `${last.help} ${line.trim()}`.trim();
    } else if (line.trim() !== '') last = null;
  }
  exclusiveSets(usage).forEach((set, number) => {
    for (const flag of set) {
      const spec = found.get(flag);
      if (spec) spec.exclusive = number;
    }
  });
  return flagCatalog('help', [...found.values()]);
};

const cutAtOptions = (text: string): string[] => {
  const at = /^(?:options|optional arguments):/m.exec(text);
  return at ? [text.slice(0, at.index), text.slice(at.index)] : ['', text];
};

/** `-x, --long VALUE   what it does`: the last long name counts, the way ComfyUI's own documentation names flags. */
const readEntry = (entry: string): Found | null => {
  const cut = entry.search(/ {2,}\S/);
  const head = (cut < 0 ? entry : entry.slice(0, cut)).trim();
  const help = cut < 0 ? '' : entry.slice(cut).trim();
  const form = head.split(/, (?=-)/).at(-1) ?? head;
  const space = form.indexOf(' ');
  const flag = space < 0 ? form : form.slice(0, space);
  if (!flag.startsWith('--') || flag === '--help') return null;
  const values = space < 0 ? '' : form.slice(space + 1).trim();
  return {
    flag,
    takes: takesOf(values),
    type: 'text',
    choices: choicesOf(values),
    defaultValue: null,
    // It does not say; of a flag that may not repeat, the parser itself takes the last.
    isRepeatable: values !== '',
    metavar: values === '' ? null : values,
    help,
    exclusive: null,
  };
};

/** `X`, `[X]`, `[X ...]`, `X [X ...]`. A list in brackets with commas is ComfyUI's own way to write the choices of one value. */
const takesOf = (values: string): FlagTakes => {
  if (values === '') return 'none';
  if (/^\[.*\.\.\.\]$/.test(values)) return 'any';
  if (/\.\.\.\]$/.test(values)) return 'some';
  if (/^\[[^\]]*,[^\]]*\]$/.test(values) && !values.includes('{')) return 'one';
  return values.startsWith('[') ? 'optional' : 'one';
};

const choicesOf = (values: string): string[] | null => {
  const braces = /\{([^}]*)\}/.exec(values)?.[1] ?? /^\[([^\]]*,[^\]]*)\]$/.exec(values)?.[1];
  return braces?.includes(',') ? braces.split(',').map((choice) => choice.trim()) : null;
};

/** `[--a | --b X]` in the usage: each such bracket is one set of flags of which one may be given. */
const exclusiveSets = (usage: string): string[][] => {
  const sets: string[][] = [];
  let depth = 0;
  let start = 0;
  const text = usage.replace(/\s+/g, ' ');
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '[' && depth++ === 0) start = i;
    if (text[i] !== ']' || --depth !== 0) continue;
    const inside = text.slice(start + 1, i);
    if (inside.includes(' | ')) sets.push([...inside.matchAll(/(?:^|\| )(--[^ \]|]+)/g)].map((match) => match[1] ?? ''));
  }
  return sets;
};

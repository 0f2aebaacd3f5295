import { statSync } from 'node:fs';
import type { FlagRow } from './flag-table.ts';

/** Values by flag: a switch that was given has an empty list, a repeated flag the values of all its uses. */
export type Given = ReadonlyMap<string, readonly string[]>;

export type Parsed = { kind: 'given'; given: Given } | { kind: 'help' } | { kind: 'wrong'; message: string };

/**
 * Reads a command line by the rules of Python's argparse: `--flag value`, `--flag=value`, unique beginnings of a flag, groups that
 * exclude each other, and its wording of errors. Looks at the disk only for flags whose value must be a folder.
 */
export function parseArguments(args: readonly string[], rows: readonly FlagRow[]): Parsed {
  const given = new Map<string, string[]>();
  const unknown: string[] = [];
  const wrong = (row: FlagRow, what: string): Parsed => ({ kind: 'wrong', message: `argument ${row.flag}: ${what}` });

  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    if (word === '--') {
      unknown.push(...args.slice(at + 1));
      break;
    }
    if (!looksLikeFlag(word)) {
      unknown.push(word);
      continue;
    }
    if (word === '-h' || word === '--help') return { kind: 'help' };
    const cut = word.indexOf('=');
    const name = cut < 0 ? word : word.slice(0, cut);
    const matches = findFlag(name, rows);
    if (matches.length > 1) {
      const names = matches.map((row) => row.flag).join(', ');
      return { kind: 'wrong', message: `ambiguous option: ${name} could match ${names}` };
    }
    const row = matches[0];
    if (!row) {
      if ('--help'.startsWith(name) && name.length > 2) return { kind: 'help' };
      unknown.push(word);
      continue;
    }
    const values: string[] = cut < 0 ? [] : [word.slice(cut + 1)];
    if (cut >= 0 && row.takes === 'none') return wrong(row, `ignored explicit argument '${values[0]}'`);
    const most = row.takes === 'none' ? 0 : row.takes === 'any' || row.takes === 'some' ? Number.POSITIVE_INFINITY : 1;
    while (cut < 0 && values.length < most && at + 1 < args.length && !looksLikeFlag(args[at + 1] ?? ''))
      values.push(args[++at] ?? '');
    if (values.length === 0 && row.takes === 'one') return wrong(row, 'expected one argument');
    if (values.length === 0 && row.takes === 'some') return wrong(row, 'expected at least one argument');
    const complaint = values.map((value) => complain(row, value)).find((text) => text !== null);
    if (complaint) return wrong(row, complaint);
    const rival = rows.find((other) => other.group === row.group && row.group !== null && other !== row && given.has(other.flag));
    if (rival) return wrong(row, `not allowed with argument ${rival.flag}`);
    given.set(row.flag, row.isRepeatable ? [...(given.get(row.flag) ?? []), ...values] : values);
  }
  return unknown.length > 0
    ? { kind: 'wrong', message: `unrecognized arguments: ${unknown.join(' ')}` }
    : { kind: 'given', given };
}

// A number below zero is a value, not a flag.
const looksLikeFlag = (word: string): boolean => /^-./.test(word) && !/^-\d+$|^-\d*\.\d+$/.test(word) && !/^[^=]* /.test(word);

const findFlag = (name: string, rows: readonly FlagRow[]): FlagRow[] => {
  const exact = rows.find((row) => row.flag === name);
  if (exact) return [exact];
  return name.startsWith('--') && name.length > 2 ? rows.filter((row) => row.flag.startsWith(name)) : [];
};

const complain = (row: FlagRow, value: string): string | null => {
  if (row.type === 'int' && !/^\s*[-+]?\d+\s*$/.test(value)) return `invalid int value: '${value}'`;
  if (row.type === 'float' && !/^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*$/.test(value))
    return `invalid float value: '${value}'`;
  if (row.choices && !row.choices.includes(value)) {
    return `invalid choice: '${value}' (choose from ${row.choices.map((choice) => `'${choice}'`).join(', ')})`;
  }
  if (row.type !== 'folder') return null;
  const stat = statSync(value, { throwIfNoEntry: false });
  if (!stat) return `The path '${value}' does not exist.`;
  return stat.isDirectory() ? null : `'${value}' is not a directory.`;
};

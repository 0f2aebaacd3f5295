import type { FlagRow } from './flag-table.ts';

const width = 79;

/** How a flag and its values are written: `--port PORT`, `--listen [IP]`, `--fast [FAST ...]`. Pure. */
const flagForm = (row: FlagRow): string => {
  const name =
    row.metavar ??
    (row.choices && row.flag !== '--fast' ? choiceForm(row) : row.flag.slice(2).toUpperCase().replaceAll('-', '_'));
  switch (row.takes) {
    case 'none':
      return row.flag;
    case 'one':
      return `${row.flag} ${name}`;
    case 'optional':
      return `${row.flag} [${name}]`;
    case 'any':
      return `${row.flag} [${name} ...]`;
    case 'some':
      return `${row.flag} ${name} [${name} ...]`;
  }
};

// The choices of the preview method come from an enumeration, which is written in brackets.
const choiceForm = (row: FlagRow): string =>
  row.flag === '--preview-method' ? `[${row.choices?.join(',')}]` : `{${row.choices?.join(',')}}`;

/** `usage: main.py [-h] [--port PORT] …`, wrapped; flags of one exclusive group stand together in one bracket. Pure. */
export const usageText = (program: string, rows: readonly FlagRow[]): string => {
  const words = ['[-h]'];
  for (const [index, row] of rows.entries()) {
    if (row.group === null) words.push(`[${flagForm(row)}]`);
    else if (rows[index - 1]?.group !== row.group) {
      const group = rows.filter((other) => other.group === row.group).map(flagForm);
      words.push(...group.map((form, at) => `${at === 0 ? '[' : ''}${form}${at === group.length - 1 ? ']' : ' |'}`));
    }
  }
  const head = `usage: ${program} `;
  return `${wrap(words, head, ' '.repeat(Math.min(head.length, 24)))}\n`;
};

/** The whole `--help`. Pure. */
export const helpText = (program: string, rows: readonly FlagRow[]): string => {
  const entries = [['-h, --help', 'Show this and end.'], ...rows.map((row) => [flagForm(row), row.help])];
  const lines = entries.map(([form = '', help = '']) => {
    const text = wrap(help.split(' '), ' '.repeat(24), ' '.repeat(24));
    return form.length < 21 ? `  ${form.padEnd(22)}${text.trimStart()}` : `  ${form}\n${text}`;
  });
  return `${usageText(program, rows)}\noptions:\n${lines.join('\n')}\n`;
};

const wrap = (words: readonly string[], first: string, rest: string): string => {
  const lines: string[] = [];
  let line = first.trimEnd() === '' ? first : first.trimEnd();
  for (const word of words) {
    const isEmpty = line === first || line === rest;
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line);
      line = rest;
    }
    line += line === rest || (line === first && first.trim() === '') ? word : ` ${word}`;
  }
  return [...lines, line].join('\n');
};

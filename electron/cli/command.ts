import type { OptionTable, Parsed } from '../lib/parse-args.ts';
import type { CliIo } from './cli-io.ts';

/** Options that every command takes. */
export const commonOptions = {
  data: { kind: 'value', value: 'DIR', about: "Data folder (default: the platform's application data folder)." },
  json: { kind: 'flag', about: 'Print exactly one JSON document on standard output.' },
  help: { kind: 'flag', about: 'Show this help.' },
} as const satisfies OptionTable;

type WithCommon<T extends OptionTable> = T & typeof commonOptions;

export interface Command<T extends OptionTable = OptionTable> {
  /** What follows `hearth`, for example `cancel ID…`. */
  usage: string;
  /** One or more sentences below it. */
  about: string;
  options: T;
  /** How many words it takes besides options. */
  words: { min: number; max: number };
  /** Whether words after `--` are taken. */
  takesRest?: boolean;
  /** Answers with the exit code. Throws UsageError or AppError. */
  run(parsed: Parsed<WithCommon<T>>, io: CliIo): Promise<number>;
}

/** Ties a command's options to what its `run` gets. */
export const defineCommand = <const T extends OptionTable>(command: Command<T>): Command<T> => command;

/** The help of one command. Pure. */
export function helpOf({ usage, about, options }: Pick<Command, 'usage' | 'about' | 'options'>): string {
  const lines = Object.entries({ ...options, ...commonOptions }).map(([name, option]): [string, string] => [
    `--${name}${option.kind === 'flag' ? '' : ` ${option.value ?? 'VALUE'}`}`,
    option.about,
  ]);
  return `Usage: hearth ${usage}\n\n${about}\n\n${columns(lines)}\n`;
}

/** Two columns, the first as wide as its longest entry. Pure. */
export function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd()).join('\n');
}

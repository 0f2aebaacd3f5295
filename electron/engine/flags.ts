import { stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import type { FlagTakes } from '../../shared/flag.ts';
import { type FlagCatalog, type FlagSpec, flagCatalog } from './flag-catalog.ts';
import { flagsFromHelp } from './flag-help.ts';
import { judgeFlagsCode, listFlagsCode } from './flag-python.ts';
import type { Installation } from './installation.ts';
import { asList, asNumber, asRecord, asText, parseLenient } from './lenient-json.ts';
import { pythonEnv } from './python-env.ts';
import { runTool, type ToolAnswer } from './run-tool.ts';

// Seen: 0.1 s. A cold disk or a virus scanner may take much longer; an engine's own start would then too.
const timeoutMs = 20_000;

/** What is asked about flags: a ComfyUI folder with its Python, or a program with a `--help` of its own (the demo engine). */
export type FlagSource = Installation | DemoSource;

interface DemoSource {
  layout: 'demo';
  file: string;
  head: string[];
  env: NodeJS.ProcessEnv;
}

const catalogs = new Map<string, FlagCatalog>();
const verdicts = new Map<string, string | null>();

/**
 * Which flags this installation knows, from its own parser; from its `--help` where that fails. Kept until its `cli_args.py` or its
 * Python changes. null: it could not be asked, so that only the start itself will tell.
 */
export const readFlags = async (source: FlagSource): Promise<FlagCatalog | null> => {
  const key = await cacheKey(source);
  const known = catalogs.get(key);
  if (known) return known;
  const catalog =
    source.layout === 'demo' ? await askHelp(source.file, source.head, undefined, source.env) : await askInstallation(source);
  if (catalog) catalogs.set(key, catalog);
  return catalog;
};

/**
 * Lets the installation's own parser judge a final command line (the words after `main.py`), as it will at its start, about 0.1 s.
 * null: accepted, or it could not be asked. The error repeats the parser's own words.
 */
export const judgeCommandLine = async (source: FlagSource, words: readonly string[]): Promise<AppError | null> => {
  const key = `${await cacheKey(source)}\n${JSON.stringify(words)}`;
  let verdict = verdicts.get(key);
  if (verdict === undefined) {
    const answer = source.layout === 'demo' ? await tryHelp(source, words) : await runPython(source, judgeFlagsCode, words);
    // argparse ends with 2 for a line it refuses. Anything else says something about the installation, not about the line.
    verdict = answer?.code === 2 ? parserComplaint(answer.stderr) : null;
    if (verdicts.size > 200) verdicts.clear();
    verdicts.set(key, verdict);
  }
  return verdict === null ? null : new AppError('invalid-input', 'flagsRefused', { message: verdict });
};

const ownFlags: ReadonlySet<string> = new Set(['--listen', '--port', '--base-directory']);

/** A parser in argparse's manner complains about what comes before `--help`. What Hearth itself gives needs no judge. */
const tryHelp = async ({ file, head, env }: DemoSource, words: readonly string[]): Promise<ToolAnswer | null> => {
  const isPlain = words.every((word) => !word.startsWith('--') || ownFlags.has(word));
  return isPlain ? null : runTool(file, [...head, ...words, '--help'], { timeoutMs, env });
};

/** `main.py: error: argument --port: invalid int value: 'x'` is the last line; without its beginning. */
const parserComplaint = (stderr: string): string => {
  const lines = stderr.trim().split(/\r?\n/);
  const at = lines.findLastIndex((line) => line.includes(': error: '));
  const words = at < 0 ? (lines.at(-1) ?? '') : lines.slice(at).join(' ');
  return words.replace(/^.*?: error: /, '').replace(/\.+$/, '');
};

const askInstallation = async (installation: Installation): Promise<FlagCatalog | null> => {
  const { python, folder } = installation;
  const answer = await runPython(installation, listFlagsCode, []);
  const json = /^HEARTH-FLAGS (.*)$/m.exec(answer?.stdout ?? '')?.[1];
  const list = json === undefined ? [] : asList(parseLenient(json));
  if (list.length > 0) return flagCatalog('parser', list.flatMap(specOf));
  if (python === null) return null;
  return askHelp(python, [...installation.pythonArgs, path.join(folder, 'main.py')], folder, pythonEnv(process.env));
};

const askHelp = async (
  file: string,
  head: string[],
  cwd: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<FlagCatalog | null> => {
  // argparse folds its text by the width of the terminal.
  const options = { timeoutMs, env: { ...env, COLUMNS: '200', NO_COLOR: '1' }, ...(cwd === undefined ? {} : { cwd }) };
  const answer = await runTool(file, [...head, '--help'], options);
  const catalog = flagsFromHelp(answer?.stdout ?? '');
  return catalog.flags.size > 0 ? catalog : null;
};

const runPython = async (installation: Installation, code: string, words: readonly string[]): Promise<ToolAnswer | null> => {
  const { python } = installation;
  if (python === null) return null;
  return runTool(python, [...installation.pythonArgs, '-c', code, installation.folder, ...words], {
    timeoutMs,
    // Relative paths among the words mean the folder that the engine will run in.
    cwd: installation.cwd,
    env: pythonEnv(process.env),
  });
};

const cacheKey = async (source: FlagSource): Promise<string> => {
  if (source.layout === 'demo') return [source.file, ...source.head].join('\n');
  const file = path.join(source.folder, 'comfy', 'cli_args.py');
  const facts = await stat(file).catch(() => null);
  return [source.python, source.cwd, file, facts?.mtimeMs, facts?.size].join('\n');
};

const specOf = (value: unknown): Omit<FlagSpec, 'group'>[] => {
  const item = asRecord(value);
  const flag = asText(item.flag);
  if (!flag) return [];
  const choices = Array.isArray(item.choices) ? item.choices.flatMap((choice) => asText(choice) ?? []) : null;
  const action = asText(item.action) ?? '';
  return [
    {
      flag,
      takes: takesOf(item.nargs, action),
      type: typeOf(asText(item.type)),
      choices,
      defaultValue: asText(item.default),
      isRepeatable: /Append|Extend|Count|Verbose/.test(action),
      metavar: asText(item.metavar),
      help: asText(item.help) ?? '',
      exclusive: asNumber(item.exclusive),
    },
  ];
};

const takesOf = (nargs: unknown, action: string): FlagTakes => {
  if (nargs === '?') return 'optional';
  if (nargs === '*') return 'any';
  if (nargs === '+') return 'some';
  if (typeof nargs === 'number') return nargs === 0 ? 'none' : nargs === 1 ? 'one' : 'some';
  return /Store(True|False|Const)|AppendConst|Count|Help|Version/.test(action) ? 'none' : 'one';
};

const typeOf = (name: string | null): FlagSpec['type'] =>
  name === 'int' ? 'integer' : name === 'float' ? 'number' : name === 'is_valid_directory' ? 'folder' : 'text';

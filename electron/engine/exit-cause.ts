import { cutText } from '../../shared/cut-text.ts';
import type { ErrorKey, WordParams } from '../../shared/words.ts';
import { plainLine } from './boot-facts.ts';

/** A cause that an engine's last words name, and which the same start would meet again. */
export interface ExitCause {
  key: ErrorKey;
  params: WordParams;
}

type Rule = readonly [pattern: RegExp, cause: (match: RegExpExecArray) => ExitCause];

const plain =
  (key: ErrorKey): Rule[1] =>
  () => ({ key, params: {} });

/** Looked for from the last line upwards: the last words weigh most, and a traceback ends with its reason. */
const rules: readonly Rule[] = [
  [/^Port (\d+) is already in use on address/, portTaken],
  // Before 0.21, and from any other server: Linux 98, macOS 48, Windows 10048.
  [/^OSError: \[Errno (?:98|48|10048)\].*\('[^']*', (\d+)/, portTaken],
  // argparse, with the name of the program before it.
  [/^\S+: error: (.+)$/, flagsRefused],
  // A name of several words (`hearth demo-engine`, `python -m …`) could be any sentence, so what it says must be argparse's too.
  [/^\S+(?: \S+){1,3}: error: ((?:argument|unrecognized arguments|ambiguous option|the following arguments)\b.+)$/, flagsRefused],
  [
    /^(?:ModuleNotFoundError|ImportError): No module named '?([\w.]+)/,
    (m) => ({ key: 'engineModuleMissing', params: { module: m[1] ?? '' } }),
  ],
  [
    /To use the `(--[\w-]+)` feature, the `([\w.-]+)` package must be installed first/,
    (m) => ({ key: 'engineFlagNeedsPackage', params: { flag: m[1] ?? '', package: m[2] ?? '' } }),
  ],
  [/comfyui-frontend-package is not installed/, plain('engineFrontendMissing')],
  [/Torch not compiled with CUDA enabled/, plain('engineTorchNoCuda')],
  [/Found no NVIDIA driver|No CUDA GPUs are available|No HIP GPUs are available/, plain('engineNoGpu')],
  [/can't open file '?.*main\.py'?: \[Errno 2\]/, plain('engineScriptMissing')],
  [/\[Errno 28\]|No space left on device|There is not enough space on the disk/, plain('engineDiskFull')],
];

function portTaken(match: RegExpExecArray): ExitCause {
  return { key: 'enginePortTakenBySomeone', params: { port: Number(match[1]) } };
}
function flagsRefused(match: RegExpExecArray): ExitCause {
  return { key: 'flagsRefused', params: { message: (match[1] ?? '').replace(/\.+$/, '') } };
}

/** What ends a start stands in its last words; further up stand troubles that it survived, such as a custom node's. */
const lastWords = 12;

const findCause = (lines: readonly string[]): { line: string; cause: ExitCause } | null => {
  for (const each of lines.slice(-lastWords).toReversed()) {
    const line = plainLine(each);
    for (const [pattern, cause] of rules) {
      const match = pattern.exec(line);
      if (match) return { line, cause: cause(match) };
    }
  }
  return null;
};

/** The cause that the last lines of a log name; null: they name none that stays. Pure. */
export const exitCause = (lines: readonly string[]): ExitCause | null => findCause(lines)?.cause ?? null;

/** The line that names it, as the engine wrote it. Pure. */
export const causeLine = (lines: readonly string[]): string | null => {
  const found = findCause(lines);
  return found && cutText(found.line.trim(), longestLine);
};

const exceptionLine = /^(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Interrupt|Warning|Exit)(?::|$)/;
const nativeLine = /^(?:Fatal Python error|Windows fatal exception|terminate called|Segmentation fault|Aborted)\b/;
/** A native crash prints every thread's stack behind its headline. */
const searchedLines = 200;
/** What was raised before these was survived: a custom node that could not be imported, a start that went on. */
const lifeLine =
  /^(?:Cannot import .* module for custom nodes|Import times for custom nodes|Starting server|To see the GUI go to)/;
const longestLine = 200;

/** The one line of a log's end that says most about it; null: it ended in silence. Pure. */
export const tellingLine = (lines: readonly string[]): string | null => {
  const all = lines.slice(-searchedLines).map((line) => plainLine(line).trim());
  const texts = all.slice(all.findLastIndex((text) => lifeLine.test(text)) + 1);
  const found = texts.findLast((text) => nativeLine.test(text)) ?? texts.findLast((text) => exceptionLine.test(text));
  return found === undefined ? null : cutText(found, longestLine);
};

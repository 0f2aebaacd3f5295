import { join } from 'node:path';
import process from 'node:process';
import { faultsAround } from './faults-around.ts';
import { faultsOfLife } from './faults-of-life.ts';
import { faultsOfStart } from './faults-of-start.ts';
import { parseFaultOptions } from './parse-options.ts';
import { type Row, runFault } from './run-fault.ts';

const usage = 'usage: npm run chaos -- --faults [WORD…] [--engine FOLDER --python FILE --models FOLDER] [--json]\n';
const options = parseFaultOptions(process.argv.slice(2));
if (typeof options === 'string') {
  process.stderr.write(`${options}\n${usage}`);
  process.exit(2);
}
const widths = [42, 42, 12, 11, 28] as const;
const show = (cells: readonly string[]): string =>
  `${cells
    .map((cell, at) => cell.padEnd(widths[at] ?? 0))
    .join('  ')
    .trimEnd()}\n`;

const ground = { engine: options.engine, hostScript: join(import.meta.dirname, 'fault-host.js') };
const chosen = [...faultsOfLife, ...faultsOfStart, ...faultsAround].filter(
  ({ name, only }) =>
    only !== (options.engine ? 'demo' : 'real') &&
    (options.words.length === 0 || options.words.some((word) => name.includes(word))),
);
const print = (row: Row): void => {
  const detect = row.detectMs === null ? '–' : `${row.detectMs < 100 ? row.detectMs.toFixed(1) : Math.round(row.detectMs)} ms`;
  if (options.isJson) process.stdout.write(`${JSON.stringify(row)}\n`);
  else
    process.stdout.write(
      show([row.fault, row.detectedAs, detect, row.stateAfter, row.jobAfter, row.wrong.join('; ') || 'nothing lost']),
    );
};
if (!options.isJson) process.stdout.write(show(['fault', 'detected as', 'time', 'state after', 'job after', 'lost']));
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
let bad = 0;
for (const fault of chosen) {
  if (interrupted.signal.aborted) break;
  const row = await runFault(fault, ground, interrupted.signal).catch(
    (error: unknown): Row => ({
      fault: fault.name,
      detectedAs: '',
      detectMs: null,
      stateAfter: '',
      jobAfter: '',
      wrong: [error instanceof Error ? error.message : String(error)],
    }),
  );
  if (row.wrong.length > 0) bad++;
  print(row);
}
process.stderr.write(`${chosen.length} faults on ${options.engine?.folder ?? 'the demo engine'}, ${bad} with trouble\n`);
process.exitCode = bad === 0 ? 0 : 1;

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type Options, parseOptions } from './parse-options.ts';
import { runChaos } from './run-chaos.ts';
import { runLimits } from './run-limits.ts';

const usage = 'usage: npm run chaos -- [--jobs N] [--kills N] [--seed N] [--engine FOLDER --python FILE] [--json]\n';
const end = (text: string, code: 0 | 2): never => {
  (code === 0 ? process.stdout : process.stderr).write(text);
  return process.exit(code);
};
const options = parseOptions(process.argv.slice(2));
if (typeof options === 'string') end(`${options}\n${usage}`, 2);
else if (options.isHelp) end(usage, 0);
else if (process.platform === 'win32') end('Windows has no signals that stop a process and let it go on.\n', 2);
else await run(options);

async function run({ isJson, ...numbers }: Options): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hearth-chaos-'));
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
  const tell = (text: string): void => void process.stderr.write(`${text}\n`);
  tell(
    `${numbers.jobs} jobs, ${numbers.kills} kills, seed ${numbers.seed}, ${numbers.engine?.folder ?? 'the demo engine'}, in ${dataDir}`,
  );
  try {
    const { signal } = interrupted;
    const { result: main, faults } = await runChaos({ ...numbers, dataDir: join(dataDir, 'main'), tell, signal });
    // What cannot succeed needs an engine that can be told so.
    const limits = numbers.engine ? null : await runLimits({ dataDir: join(dataDir, 'limits'), tell, signal });
    faults.push(...(limits?.faults ?? []));
    const result = { ...main, ...(limits && { limits: limits.result }) };
    for (const fault of faults) tell(`wrong: ${fault}`);
    const { jobs, succeeded, artifactSets, lost, doubled } = result;
    const isGood = lost === 0 && doubled === 0 && succeeded === jobs && artifactSets === jobs && faults.length === 0;
    if (isJson) process.stdout.write(`${JSON.stringify(result)}\n`);
    else
      for (const [name, value] of Object.entries(result))
        process.stdout.write(`${name.padEnd(14)}${typeof value === 'object' ? JSON.stringify(value) : value}\n`);
    if (isGood) rmSync(dataDir, { recursive: true, force: true });
    else tell(`The data folder is kept: ${dataDir}`);
    process.exitCode = isGood ? 0 : 1;
  } catch (error) {
    tell(`${error instanceof Error ? error.message : String(error)}\nThe data folder is kept: ${dataDir}`);
    process.exitCode = 1;
  }
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { runChaos } from './run-chaos.ts';

const usage = 'usage: npm run chaos -- [--jobs N] [--kills N] [--seed N] [--json]\n';
const numbers = { jobs: 300, kills: 200, seed: 1 };
let isJson = false;

const wrong = (message: string): never => {
  process.stderr.write(`${message}\n${usage}`);
  return process.exit(2);
};
const words = process.argv.slice(2);
for (let word = words.shift(); word !== undefined; word = words.shift()) {
  const [, name, given] = /^--(jobs|kills|seed)(?:=(.*))?$/.exec(word) ?? [];
  if (word === '--json') isJson = true;
  else if (word === '--help') {
    process.stdout.write(usage);
    process.exit(0);
  } else if (name === 'jobs' || name === 'kills' || name === 'seed') {
    const text = given ?? words.shift() ?? '';
    if (!/^\d{1,9}$/.test(text) || (name === 'jobs' && Number(text) === 0))
      wrong(`--${name} needs a whole number, not "${text}".`);
    numbers[name] = Number(text);
  } else wrong(`There is no option "${word}".`);
}
if (process.platform === 'win32') wrong('Windows has no signals that stop a process and let it go on.');

const dataDir = mkdtempSync(join(tmpdir(), 'hearth-chaos-'));
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
const tell = (text: string): void => void process.stderr.write(`${text}\n`);
tell(`${numbers.jobs} jobs, ${numbers.kills} kills, seed ${numbers.seed}, in ${dataDir}`);
try {
  const { result, faults } = await runChaos({ ...numbers, dataDir, tell, signal: interrupted.signal });
  for (const fault of faults) tell(`wrong: ${fault}`);
  const { jobs, succeeded, artifactSets, lost, doubled } = result;
  const isGood = lost === 0 && doubled === 0 && succeeded === jobs && artifactSets === jobs && faults.length === 0;
  if (isJson) process.stdout.write(`${JSON.stringify(result)}\n`);
  else for (const [name, value] of Object.entries(result)) process.stdout.write(`${name.padEnd(14)}${value}\n`);
  if (isGood) rmSync(dataDir, { recursive: true, force: true });
  else tell(`The data folder is kept: ${dataDir}`);
  process.exitCode = isGood ? 0 : 1;
} catch (error) {
  tell(`${error instanceof Error ? error.message : String(error)}\nThe data folder is kept: ${dataDir}`);
  process.exitCode = 1;
}

import { resolve } from 'node:path';
import type { ChaosEngine } from './run-chaos.ts';

export interface Options {
  jobs: number;
  kills: number;
  seed: number;
  engine: ChaosEngine | null;
  isJson: boolean;
  isHelp: boolean;
}

/** A ComfyUI takes its time to boot. */
const defaults = { demo: { jobs: 300, kills: 200 }, real: { jobs: 60, kills: 20 } };

/** Reads the words of the command line; a text says what is wrong with them. */
export const parseOptions = (words: readonly string[]): Options | string => {
  const numbers: Partial<Pick<Options, 'jobs' | 'kills' | 'seed'>> = {};
  const options = { isJson: false, isHelp: false };
  const paths = new Map<string, string>();
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const [, name, given] = /^--(jobs|kills|seed)(?:=(.*))?$/.exec(word) ?? [];
    if (word === '--json') options.isJson = true;
    else if (word === '--help') options.isHelp = true;
    else if (word === '--engine' || word === '--python') {
      const path = left.shift();
      if (path === undefined) return `${word} needs a path.`;
      paths.set(word, resolve(path));
    } else if (name === 'jobs' || name === 'kills' || name === 'seed') {
      const text = given ?? left.shift() ?? '';
      if (!/^\d{1,9}$/.test(text) || (name === 'jobs' && Number(text) === 0))
        return `--${name} needs a whole number, not "${text}".`;
      numbers[name] = Number(text);
    } else return `There is no option "${word}".`;
  }
  const [folder, python] = [paths.get('--engine'), paths.get('--python')];
  if ((folder === undefined) !== (python === undefined)) return '--engine and --python belong together.';
  const engine = folder === undefined || python === undefined ? null : { folder, python };
  return { ...(engine ? defaults.real : defaults.demo), seed: 1, ...numbers, engine, ...options };
};

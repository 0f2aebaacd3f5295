import { resolve } from 'node:path';
import type { Ground } from './stage.ts';

export interface FaultOptions {
  engine: Ground['engine'];
  /** Faults whose name holds one of these; all where there are none. */
  words: string[];
  isJson: boolean;
}

/** Reads the words of the command line; a text says what is wrong with them. */
export const parseFaultOptions = (words: readonly string[]): FaultOptions | string => {
  const given = new Map<string, string>();
  const names: string[] = [];
  let isJson = false;
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '--json') isJson = true;
    else if (word === '--faults') continue;
    else if (word === '--engine' || word === '--python' || word === '--models') {
      const value = left.shift();
      if (value === undefined) return `${word} needs a path.`;
      given.set(word, resolve(value));
    } else if (word.startsWith('--')) return `There is no option "${word}".`;
    else names.push(word);
  }
  const [folder, python, models] = ['--engine', '--python', '--models'].map((name) => given.get(name));
  if (folder === undefined && python === undefined && models === undefined) return { engine: null, words: names, isJson };
  if (folder === undefined || python === undefined || models === undefined)
    return '--engine, --python and --models belong together.';
  return { engine: { folder, python, models }, words: names, isJson };
};

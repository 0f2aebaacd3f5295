import { unknownWord } from '../lib/nearest.ts';
import { UsageError } from '../lib/parse-args.ts';

/** One of a closed set of words. Throws UsageError that names the nearest one and lists them all. `what`: `state`, `priority`. Pure. */
export const parseChoice = <T extends string>(what: string, text: string, choices: readonly T[]): T => {
  const choice = choices.find((known) => known === text);
  if (choice !== undefined) return choice;
  const all = what.replace(/y$/, 'ie').concat('s: ');
  throw new UsageError(`${unknownWord(text, what, choices)} ${all.charAt(0).toUpperCase()}${all.slice(1)}${choices.join(', ')}.`);
};

import type { LogReading } from './read-log.ts';
import { linesOf } from './segment.ts';

/** The texts of lines that were kept, by their numbers; a number that was not kept is missing. Pure. */
export const lineTexts = (reading: LogReading, numbers: readonly number[]): ReadonlyMap<number, string> => {
  const wanted = new Set(numbers);
  const texts = new Map<number, string>();
  const add = ({ n, text }: { n: number; text: string }): void => {
    if (wanted.has(n)) texts.set(n, text);
  };
  for (const { run, current, failures } of reading.stories) {
    for (const segment of [run.boot, current, ...failures]) linesOf(segment).forEach(add);
    for (const { run: other } of [{ run }, ...failures]) {
      linesOf(other.boot).forEach(add);
      for (const line of other.context.values()) add(line);
    }
  }
  reading.lastLines.forEach(add);
  return texts;
};

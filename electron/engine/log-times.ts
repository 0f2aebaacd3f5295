import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';

/**
 * The file beside a log that says when its lines came: `line-number ms` for the first line of each batch that was read, 0 where
 * nobody knows. A launch that began inside the file of another one has its own.
 */
export const timesFileOf = ({ file, from }: { file: string; from: number }): string =>
  `${file.replace(/\.log$/, '')}${from === 0 ? '' : `-${from}`}.times`;

/** Whether a file in the folder of logs belongs to the log of that name. Pure. */
export const isTimesOf = (name: string, log: string): boolean =>
  name.endsWith('.times') &&
  name.startsWith(basename(log, '.log')) &&
  /^(?:-\d+)?\.times$/.test(name.slice(basename(log, '.log').length));

/** When lines came; ascending by number. */
export interface LineTimes {
  numbers: number[];
  /** Ms since the epoch; 0: nobody knows. */
  times: number[];
}

const noTimes = (): LineTimes => ({ numbers: [], times: [] });

/** Takes in whole lines of a times file; what cannot be read is passed over. */
const takeTimes = (text: string, into: LineTimes): void => {
  for (const line of text.split('\n')) {
    const [n, at] = line.split(' ').map(Number);
    if (n === undefined || at === undefined || !Number.isInteger(n) || !Number.isFinite(at)) continue;
    if (n <= (into.numbers.at(-1) ?? 0)) continue;
    into.numbers.push(n);
    into.times.push(at);
  }
};

/** Reads a times file that may grow; a second call of the answer reads only what is new. One that is not there says nothing. */
export const followTimes = (file: string): (() => Promise<LineTimes>) => {
  const known = noTimes();
  let position = 0;
  return async () => {
    const handle = await open(file, 'r').catch(() => null);
    if (handle === null) return known;
    try {
      const { size } = await handle.stat();
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.max(0, size - position)), 0, null, position);
      // A line that is being written is left for the next look.
      const end = buffer.subarray(0, bytesRead).lastIndexOf(10) + 1;
      takeTimes(buffer.toString('latin1', 0, end), known);
      position += end;
    } finally {
      await handle.close();
    }
    return known;
  };
};

/** How many of the ascending `values` are below or at `limit`. Pure. */
const countUpTo = (values: readonly number[], limit: number): number => {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** When a line came, in ms; null where nobody knows. Pure. */
export const timeOfLine = ({ numbers, times }: LineTimes, n: number): number | null => times[countUpTo(numbers, n) - 1] || null;

/** Number of the first line that came at `at` or later; Infinity where none did yet. Pure. */
export const lineAfter = ({ numbers, times }: LineTimes, at: number): number => {
  const index = times.findIndex((time) => time >= at);
  return numbers[index] ?? Number.POSITIVE_INFINITY;
};

export interface TimesWriter {
  /** Lines from number `n` on came at `at`; what is written already stays. */
  mark(n: number, at: number): void;
  end(): Promise<void>;
}

/** Goes on with a times file. It never fails: a log without times is still a log. */
export const openTimes = async (file: string): Promise<TimesWriter> => {
  let last = (await followTimes(file)()).numbers.at(-1) ?? 0;
  const handle: FileHandle | null = await open(file, 'a').catch(() => null);
  let writing: Promise<unknown> = Promise.resolve();
  return {
    mark(n, at) {
      if (n <= last) return;
      last = n;
      writing = writing.then(() => handle?.appendFile(`${n} ${at}\n`)).catch(() => {});
    },
    async end() {
      await writing;
      await handle?.close().catch(() => {});
    },
  };
};

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

interface Counts {
  starts: number;
  prompts: number;
}

/**
 * Counts starts and prompts in a small file, so that `--fail KIND@N` means the Nth one across restarts. The number is on disk before
 * the start or prompt goes on. A file that is missing or no longer readable begins at zero.
 */
export class FailureCounter {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** Counts one more and answers with the new number. */
  next(what: keyof Counts): number {
    const counts = this.#read();
    const next = { ...counts, [what]: counts[what] + 1 };
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(`${this.#file}.part`, JSON.stringify(next));
    renameSync(`${this.#file}.part`, this.#file);
    return next[what];
  }

  #read(): Counts {
    try {
      const read: unknown = JSON.parse(readFileSync(this.#file, 'utf8'));
      return { starts: countIn(read, 'starts'), prompts: countIn(read, 'prompts') };
    } catch {
      return { starts: 0, prompts: 0 };
    }
  }
}

const countIn = (value: unknown, key: string): number => {
  const count: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : 0;
  return typeof count === 'number' && Number.isInteger(count) && count > 0 ? count : 0;
};

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

const Counts = z.object({ starts: z.int().min(0), prompts: z.int().min(0) });
type Counts = z.infer<typeof Counts>;

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
      return Counts.parse(JSON.parse(readFileSync(this.#file, 'utf8')));
    } catch {
      return { starts: 0, prompts: 0 };
    }
  }
}

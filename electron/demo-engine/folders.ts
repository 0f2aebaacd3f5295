import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, normalize, relative, resolve, sep } from 'node:path';
import type { Launch } from './flags/launch.ts';
import { PyError } from './python/values.ts';

export type FileKind = 'output' | 'input' | 'temp';

/** The engine's own folders, and what file names of prompts and requests mean in them. */
export class Folders {
  readonly #dirs: Record<FileKind, string>;

  constructor(launch: Pick<Launch, 'outputDir' | 'inputDir' | 'tempDir'>) {
    this.#dirs = { output: launch.outputDir, input: launch.inputDir, temp: launch.tempDir };
  }

  /** Null for a word that names no folder. */
  byType(type: string): string | null {
    return type === 'output' || type === 'input' || type === 'temp' ? this.#dirs[type] : null;
  }

  /** Temp files live as long as the process; output and input stay. */
  prepare(): void {
    this.wipeTemp();
    for (const dir of Object.values(this.#dirs)) mkdirSync(dir, { recursive: true });
  }

  wipeTemp(): void {
    rmSync(this.#dirs.temp, { recursive: true, force: true });
  }

  /** Splits `name [output]` into the name and the folder that it names; null where it names none. */
  annotated(name: string): { name: string; dir: string | null } {
    const found = /^([\s\S]*?) ?\[(output|input|temp)\]$/.exec(name);
    return found ? { name: found[1] ?? '', dir: this.byType(found[2] ?? '') } : { name, dir: null };
  }

  /** The path of an input file as a node names it; null if it would lie outside of its folder. */
  inputPath(name: string): string | null {
    const { name: plain, dir } = this.annotated(name);
    const root = dir ?? this.#dirs.input;
    const path = resolve(root, plain);
    return isInside(root, path) && !path.includes('\0') ? path : null;
  }

  isInputFile(name: string): boolean {
    const path = this.inputPath(name);
    return path !== null && existsSync(path);
  }

  /**
   * Where the next file of `prefix` goes: its folder (made if need be), its name and number, by the rules of ComfyUI: one more than the
   * highest number of that name in the folder. Throws PyError for a prefix that leads outside.
   */
  async nextFile(kind: 'output' | 'temp', prefix: string, width: number, height: number): Promise<NextFile> {
    const root = this.#dirs[kind];
    const filled = normalize(fillTokens(prefix, width, height, new Date())).replace(/[\\/]+$/, '');
    const subfolder = dirname(filled) === '.' ? '' : dirname(filled);
    const name = basename(filled);
    const dir = resolve(root, subfolder);
    if (!isInside(root, dir)) {
      throw new PyError(
        'Exception',
        `**** ERROR: Saving image outside the output folder is not allowed.\n full_output_folder: ${dir}`,
      );
    }
    mkdirSync(dir, { recursive: true });
    return { dir, name, subfolder, counter: highestNumber(name, await readdir(dir)) + 1 };
  }

  /** Names of the files at the top of a folder that are pictures by their ending, in order. */
  async inputPictures(): Promise<string[]> {
    const entries = await readdir(this.#dirs.input, { withFileTypes: true }).catch(() => []);
    return entries
      .filter((entry) => entry.isFile() && /\.(png|jpe?g|webp|gif|bmp|tiff?|avif)$/i.test(entry.name))
      .map(({ name }) => name)
      .sort();
  }

  /** Top-level files of a folder, newest first. */
  async newestFiles(kind: FileKind): Promise<string[]> {
    const dir = this.#dirs[kind];
    const names = (await readdir(dir, { withFileTypes: true }).catch(() => [])).filter(
      (entry) => entry.isFile() && !entry.name.startsWith('.'),
    );
    const dated = await Promise.all(names.map(async ({ name }) => ({ name, at: (await stat(join(dir, name))).mtimeMs })));
    return dated.sort((a, b) => b.at - a.at).map(({ name }) => name);
  }
}

export interface NextFile {
  dir: string;
  name: string;
  subfolder: string;
  counter: number;
}

/** Whether `path` is `root` or lies below it. Both absolute. Pure. */
export const isInside = (root: string, path: string): boolean => {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && resolve(root, way) === path);
};

/** The tokens that the server itself fills in; others stay as they are. Pure. */
export const fillTokens = (prefix: string, width: number, height: number, now: Date): string => {
  const two = (value: number): string => String(value).padStart(2, '0');
  const values: Record<string, string> = {
    width: String(width),
    height: String(height),
    year: String(now.getFullYear()),
    month: two(now.getMonth() + 1),
    day: two(now.getDate()),
    hour: two(now.getHours()),
    minute: two(now.getMinutes()),
    second: two(now.getSeconds()),
  };
  return prefix.replace(/%(width|height|year|month|day|hour|minute|second)%/g, (token, key: string) => values[key] ?? token);
};

/** The highest number among `<name>_<number>…`, whatever the ending; 0 if there is none. Pure. */
export const highestNumber = (name: string, files: readonly string[]): number => {
  let highest = 0;
  for (const file of files) {
    if (!file.startsWith(`${name}_`)) continue;
    const digits =
      file
        .slice(name.length + 1)
        .split('.')[0]
        ?.split('_')[0] ?? '';
    if (/^[-+]?\d+$/.test(digits)) highest = Math.max(highest, Number(digits));
  }
  return highest;
};

import { execFileSync } from 'node:child_process';
import process from 'node:process';

/** Command lines of other processes that name a folder. */
export const processesNaming = (folder: string): string[] =>
  execFileSync('ps', ['-A', '-ww', '-o', 'pid=,args='], { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.includes(folder) && !line.startsWith(`${process.pid} `));

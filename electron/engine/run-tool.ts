import { type ExecFileOptions, execFile } from 'node:child_process';

export interface ToolAnswer {
  /** Exit code; null when it was ended by a signal or by the time limit. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs a short program to its end, without a shell, and answers with what it wrote. null: there is no such program, or it may not be
 * run. Never throws; a program that takes longer than `timeoutMs` is killed.
 */
export const runTool = (
  file: string,
  args: readonly string[],
  options: { timeoutMs: number; cwd?: string; env?: NodeJS.ProcessEnv },
): Promise<ToolAnswer | null> =>
  new Promise((resolve) => {
    const settings: ExecFileOptions & { encoding: 'utf8' } = {
      encoding: 'utf8',
      timeout: options.timeoutMs,
      killSignal: 'SIGKILL',
      maxBuffer: 32 * 1024 * 1024,
      windowsHide: true,
    };
    if (options.cwd !== undefined) settings.cwd = options.cwd;
    if (options.env !== undefined) settings.env = options.env;
    try {
      const child = execFile(file, [...args], settings, (error, stdout, stderr) => {
        // A text code (ENOENT, EACCES …) means that it never ran; a number is the exit code.
        if (error && typeof error.code === 'string' && !error.killed) resolve(null);
        else resolve({ code: error ? (typeof error.code === 'number' ? error.code : null) : 0, stdout, stderr });
      });
      child.stdin?.end();
    } catch {
      // A path with a NUL byte, or a working folder that is none.
      resolve(null);
    }
  });

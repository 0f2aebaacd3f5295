export interface ToolAnswer {
  /** Exit code; null when it was ended by a signal or by the time limit. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs a short program to its end, without a shell, and answers with what it wrote. null: there is no such program, or it may not be
 * run. Never throws; a program that takes longer than `timeoutMs` is killed with everything that it had started.
 */
export const runTool = async (
  file: string,
  args: readonly string[],
  options: { timeoutMs: number; cwd?: string; env?: NodeJS.ProcessEnv },
): Promise<ToolAnswer | null> => {
  // Loaded when it is first needed: a host starts without it.
  const { execa } = await import('execa');
  const { timeoutMs, cwd, env } = options;
  const settings = {
    reject: false,
    stdin: 'ignore',
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    killDescendants: true,
    maxBuffer: 32 * 1024 * 1024,
    stripFinalNewline: false,
    extendEnv: env === undefined,
    ...(cwd === undefined ? {} : { cwd }),
    ...(env === undefined ? {} : { env }),
  } as const;
  try {
    const { exitCode, signal, timedOut, stdout, stderr } = await execa(file, args, settings);
    // Neither an end nor a signal: it never ran (ENOENT, EACCES, a working folder that is none).
    if (exitCode === undefined && signal === undefined && !timedOut) return null;
    return { code: exitCode ?? null, stdout, stderr };
  } catch {
    // A path with a NUL byte is refused before anything is started.
    return null;
  }
};

/** Set in an engine's environment, inherited by whatever it starts: the launch it belongs to. */
export const launchMarker = 'HEARTH_LAUNCH_ID';

/** One process for all time: a number alone is given to another process some day. */
export interface ProcessRef {
  pid: number;
  /** When it started, in the system's own words. Only compared. */
  startTime: string;
}

/** What a tree of processes used since it began, and how its root is. */
export interface ProcessUsage {
  cpuMs: number;
  /** null: this system does not tell. */
  diskReadBytes: number | null;
  /** Stopped by SIGSTOP or a debugger: it will show no life until somebody lets it go on. */
  isSuspended: boolean;
  /** Changes when the root replaces its program in place (`exec`), which keeps pid and start time. null: cannot be seen here. */
  execMark: string | null;
}

/** The system did not let us look: no descriptors, no memory, no answer from its tool. Nobody is dead because of that. */
export class TableUnreadable extends Error {
  override readonly name = 'TableUnreadable';
}

/**
 * What the system knows about processes. A zombie counts as gone everywhere. Questions reject with TableUnreadable where nobody could
 * look, even after a while; nothing else throws.
 */
export interface ProcessTable {
  /** null: no such process. */
  find(pid: number): Promise<ProcessRef | null>;
  /** Cheap enough to ask ten times a second. False where nobody could look. */
  isGone(process: ProcessRef): boolean;
  /**
   * All that lives of a launch: the root, its descendants, its process group and session, and where the system shows it, every
   * process that carries the launch's marker, wherever it went.
   */
  family(root: ProcessRef, launchId: string): Promise<ProcessRef[]>;
  /** The root of a launch whose pid nobody wrote down. `command`: its whole command line, where markers cannot be seen. */
  findLaunch(launchId: string, command: readonly string[]): Promise<ProcessRef | null>;
  /** A process that is no child of this one and whose command line gives it this engine's own folder (see `usesFolder`). */
  findUser(engineDir: string): Promise<ProcessRef | null>;
  /** null: it is gone, or nobody could look. Never rejects. */
  usage(root: ProcessRef): Promise<ProcessUsage | null>;
  /** Threads of one process with the CPU time that each used since it began, in ms. null: this system does not tell. */
  threads(process: ProcessRef): ReadonlyMap<number, number> | null;
  /** Sends a signal to those that still are who they were. */
  signal(processes: readonly ProcessRef[], signal: NodeJS.Signals): void;
}

const folderFlags = ['--base-directory', '--temp-directory', '--database-url'] as const;

/**
 * Whether a command line is that of an engine of ours over `engineDir`: one of the flags that only Hearth points there does. Words
 * joined by spaces, quotes or not: other systems show a line, not words. Pure.
 */
export const usesFolder = (commandLine: string, engineDir: string): boolean => {
  const plain = (text: string): string => text.replaceAll('"', '').replaceAll('\\', '/');
  const [line, folder] = [plain(commandLine), plain(engineDir)];
  return folderFlags.some((flag) =>
    [`${flag} ${folder}`, `${flag} sqlite:///${folder}`].some((wanted) => {
      const next = line.at(line.indexOf(wanted) + wanted.length);
      return line.includes(wanted) && (next === undefined || next === ' ' || next === '/');
    }),
  );
};

const lookAgainMs = 100;
const looks = 30;

/** Looks again for three seconds where there was no room to look. Rejects with TableUnreadable. */
export const patiently = async <T>(look: () => T | Promise<T>): Promise<T> => {
  for (let turn = 1; ; turn++) {
    try {
      return await look();
    } catch (error) {
      if (turn === looks) throw new TableUnreadable('the table of processes could not be read', { cause: error });
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
    }
  }
};

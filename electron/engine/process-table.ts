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

/** What the system knows about processes. A zombie counts as gone everywhere. Nothing throws. */
export interface ProcessTable {
  /** null: no such process. */
  find(pid: number): Promise<ProcessRef | null>;
  /** Cheap enough to ask ten times a second. */
  isGone(process: ProcessRef): boolean;
  /**
   * All that lives of a launch: the root, its descendants, its process group and session, and where the system shows it, every
   * process that carries the launch's marker, wherever it went.
   */
  family(root: ProcessRef, launchId: string): Promise<ProcessRef[]>;
  /** The root of a launch whose pid nobody wrote down. `command`: its whole command line, where markers cannot be seen. */
  findLaunch(launchId: string, command: readonly string[]): Promise<ProcessRef | null>;
  usage(root: ProcessRef): Promise<ProcessUsage | null>;
  /** Sends a signal to those that still are who they were. */
  signal(processes: readonly ProcessRef[], signal: NodeJS.Signals): void;
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../lib/clock.ts';
import type { ProcessEnd } from './exit-meaning.ts';
import { type LaunchRecord, writeLaunch } from './launch-file.ts';
import { launchMarker, type ProcessRef, type ProcessTable } from './process-table.ts';

/** The engine's own process, started by this host or taken over from an earlier one. */
export interface EngineProcess extends ProcessRef {
  readonly isAdopted: boolean;
  /** Resolves when it is gone; never rejects. */
  readonly ended: Promise<ProcessEnd>;
  /** Stops looking at an adopted one. */
  release(): void;
}

export interface SpawnOrder {
  file: string;
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** What to write down, without pid and start time. */
  record: Omit<LaunchRecord, 'pid' | 'startTime'>;
  launchFile: string;
}

/**
 * Starts an engine in its own process group and session. Its output goes to the log file, never to a pipe: a pipe without a reader
 * breaks what it does, and it must outlive this host. The launch is written down before and after, so that at no moment a process
 * of ours is unknown to the next host. Rejects with the system's error when it cannot be started.
 */
export const spawnEngine = async (order: SpawnOrder, table: ProcessTable): Promise<EngineProcess> => {
  const { file, args, cwd, env, record, launchFile } = order;
  mkdirSync(dirname(record.logFile), { recursive: true });
  mkdirSync(dirname(launchFile), { recursive: true });
  const log = openSync(record.logFile, 'a');
  try {
    writeLaunch(launchFile, { ...record, pid: null, startTime: null });
    const child = spawn(file, args, {
      cwd,
      env: { ...env, [launchMarker]: record.marker ?? record.launchId },
      detached: true,
      stdio: ['ignore', log, log],
      windowsHide: true,
    });
    // Asked for at once: a process may end before anybody looks again.
    const ended = new Promise<ProcessEnd>((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }));
    });
    await once(child, 'spawn');
    child.unref();
    const { pid } = child;
    if (pid === undefined) throw new Error('the system gave it no process id');
    const found = await table.find(pid);
    // Not found: it ended already, and `ended` tells.
    const startTime = found?.startTime ?? '';
    try {
      writeLaunch(launchFile, { ...record, pid, startTime });
    } catch {
      // A disk that just became full: the marker tells the next host which process it is.
    }
    return { pid, startTime, isAdopted: false, ended, release() {} };
  } finally {
    closeSync(log);
  }
};

const pollMs = 80;

/** Watches over a process that an earlier host started. The system tells only parents how it ended. */
export const watchProcess = (ref: ProcessRef, table: ProcessTable, clock: Clock): EngineProcess => {
  let stop = (): void => {};
  const ended = new Promise<ProcessEnd>((resolve) => {
    const look = (): void => {
      if (table.isGone(ref)) resolve({ code: null, signal: null });
      else stop = clock.after(pollMs, look);
    };
    look();
  });
  return { ...ref, isAdopted: true, ended, release: () => stop() };
};

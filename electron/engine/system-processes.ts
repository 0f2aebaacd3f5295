import type { ProcessTable } from './process-table.ts';
import { linuxProcesses } from './processes-linux.ts';
import { psProcesses } from './processes-ps.ts';
import { windowsProcesses } from './processes-windows.ts';

/** The process table of the system we run on. */
export const systemProcesses = (): ProcessTable => {
  if (process.platform === 'linux') return linuxProcesses();
  return process.platform === 'win32' ? windowsProcesses() : psProcesses();
};

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readLaunch } from '../../electron/engine/launch-file.ts';
import type { ProcessRef } from '../../electron/engine/process-table.ts';
import { systemProcesses } from '../../electron/engine/system-processes.ts';

const table = systemProcesses();

/** The engine of a data folder that lives, as its host wrote it down; null: none does. */
export const livingEngine = (dataDir: string): ProcessRef | null => {
  const folder = join(dataDir, 'engines');
  for (const id of existsSync(folder) ? readdirSync(folder) : []) {
    const launch = readLaunch(join(folder, id, 'launch.json'));
    if (!launch || launch.pid === null || launch.startTime === null) continue;
    const found = { pid: launch.pid, startTime: launch.startTime };
    if (!table.isGone(found)) return found;
  }
  return null;
};

/** Ends it at once, if there is one. */
export const killLivingEngine = (dataDir: string): void => {
  const found = livingEngine(dataDir);
  if (found) table.signal([found], 'SIGKILL');
};

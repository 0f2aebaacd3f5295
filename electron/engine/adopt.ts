import { type LaunchRecord, readLaunch, removeLaunch } from './launch-file.ts';
import type { ProcessRef, ProcessTable } from './process-table.ts';

/** A process that an earlier host started and that still lives. */
export interface Adoption {
  record: LaunchRecord;
  process: ProcessRef;
}

/**
 * Looks for the engine process that an earlier host wrote down. Only the very process counts: same number and same start time, or,
 * where the host died before it could write the number, the marker of that launch. Never "whoever has the port". Where the file is
 * gone or broken, `leftOpen` is what the database remembers. null: none lives; what the dead one left behind is named by
 * `onLeftBehind`, and its record goes. Rejects with TableUnreadable where nobody could look; the record stays then.
 */
export const findAdoption = async (
  launchFile: string,
  leftOpen: LaunchRecord | null,
  table: ProcessTable,
  onLeftBehind: (process: ProcessRef, marker: string) => Promise<void>,
): Promise<Adoption | null> => {
  const record = readLaunch(launchFile) ?? leftOpen;
  if (!record) return null;
  const marker = record.marker ?? record.launchId;
  const process =
    record.pid === null ? await table.findLaunch(marker, record.command) : await sameProcess(record.pid, record.startTime, table);
  if (process) return { record, process };
  if (record.pid !== null) await onLeftBehind({ pid: record.pid, startTime: record.startTime ?? '' }, marker);
  removeLaunch(launchFile);
  return null;
};

const sameProcess = async (pid: number, startTime: string | null, table: ProcessTable): Promise<ProcessRef | null> => {
  const found = await table.find(pid);
  return found !== null && found.startTime === startTime ? found : null;
};

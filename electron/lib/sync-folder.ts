import { closeSync, fsync, openSync } from 'node:fs';
import { promisify } from 'node:util';

const sync = promisify(fsync);

/** Makes renames within `folder` last. Windows cannot open folders, and its file systems note renames by themselves. */
export const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const opened = openSync(folder, 'r');
  try {
    await sync(opened);
  } finally {
    closeSync(opened);
  }
};

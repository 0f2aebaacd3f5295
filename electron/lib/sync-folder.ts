import { syncFile } from './sync-file.ts';

/** Makes renames within `folder` last. Windows cannot open folders, and its file systems note renames by themselves. */
export const syncFolder = async (folder: string): Promise<void> => {
  // No folder can be opened for writing.
  if (process.platform !== 'win32') await syncFile(folder, 'r');
};

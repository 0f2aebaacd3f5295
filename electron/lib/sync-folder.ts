import { open } from 'node:fs/promises';

/** Makes renames within `folder` last. Windows cannot open folders, and its file systems note renames by themselves. */
export const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return;
  await using handle = await open(folder, 'r');
  await handle.sync();
};

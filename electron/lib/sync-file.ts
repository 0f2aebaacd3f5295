import { closeSync, fsync, openSync } from 'node:fs';
import { promisify } from 'node:util';

const sync = promisify(fsync);

/** The bytes of a file are on the disk when it resolves. Windows syncs only what may be written, hence the usual `flags`. */
export const syncFile = async (file: string, flags: 'r' | 'r+' = 'r+'): Promise<void> => {
  const opened = openSync(file, flags);
  try {
    await sync(opened);
  } finally {
    closeSync(opened);
  }
};

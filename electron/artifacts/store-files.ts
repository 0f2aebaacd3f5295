import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../lib/sync-folder.ts';

/** A file being written. Exactly one of `finish` and `abandon` ends it. */
interface OpenFile {
  write(bytes: Uint8Array): Promise<void>;
  /** Bytes reach the disk before it resolves. */
  finish(): Promise<void>;
  abandon(): Promise<void>;
}

/** Everything the stores do to a disk, so that tests and the chaos run can let any of it fail. */
export interface StoreFiles {
  /** Makes a folder and those above it; new ones are on disk when it resolves. */
  makeFolder(folder: string): Promise<void>;
  create(file: string): Promise<OpenFile>;
  rename(from: string, to: string): Promise<void>;
  /** Makes renames within a folder last. */
  syncFolder(folder: string): Promise<void>;
  /** No error for one that is not there. */
  remove(file: string): Promise<void>;
  isThere(file: string): Promise<boolean>;
}

/** The machine's own disk. */
export const diskFiles: StoreFiles = {
  async makeFolder(folder) {
    const first = await mkdir(folder, { recursive: true });
    if (first === undefined) return;
    // From the deepest up to the folder that holds the first new one.
    for (let at = dirname(folder); ; at = dirname(at)) {
      await syncFolder(at);
      if (at === dirname(first) || at === dirname(at)) return;
    }
  },
  async create(file) {
    const handle = await open(file, 'w');
    return {
      write: (bytes) => handle.writeFile(bytes),
      async finish() {
        try {
          await handle.sync();
        } finally {
          await handle.close();
        }
      },
      abandon: () => handle.close(),
    };
  },
  rename,
  syncFolder,
  remove: (file) => rm(file, { force: true }),
  isThere: (file) =>
    access(file).then(
      () => true,
      () => false,
    ),
};

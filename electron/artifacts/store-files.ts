import { closeSync, existsSync, mkdirSync, openSync, renameSync, write, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { syncFile } from '../lib/sync-file.ts';
import { syncFolder } from '../lib/sync-folder.ts';

/** A file being written. Exactly one of `finish` and `abandon` ends it. */
interface OpenFile {
  write(bytes: Uint8Array): Promise<void>;
  /** The system has every byte; the disk need not. */
  finish(): Promise<void>;
  abandon(): Promise<void>;
}

/** Everything the stores do to a disk, so that tests and the chaos run can let any of it fail. */
export interface StoreFiles {
  /** Makes a folder and those above it; new ones are on disk when it resolves. */
  makeFolder(folder: string): Promise<void>;
  create(file: string): Promise<OpenFile>;
  rename(from: string, to: string): Promise<void>;
  /** The bytes of a file are on the disk when it resolves. */
  syncFile(file: string): Promise<void>;
  /** Makes renames within a folder last. */
  syncFolder(folder: string): Promise<void>;
  /** No error for one that is not there. */
  remove(file: string): Promise<void>;
  isThere(file: string): Promise<boolean>;
}

const writeSome = promisify(write);
/** Copying so much into the system's cache takes less time than a turn of another thread. */
const smallBytes = 256 * 1024;

const writeAll = async (file: number, bytes: Uint8Array): Promise<void> => {
  for (let at = 0; at < bytes.length; ) {
    const left = bytes.length - at;
    at += left <= smallBytes ? writeSync(file, bytes, at, left) : (await writeSome(file, bytes, at, left)).bytesWritten;
  }
};

/**
 * The machine's own disk. Names are made and changed at once, for that takes microseconds where a turn of another thread takes a tenth
 * of a millisecond, and a picture needs a dozen; what waits for the disk itself is left to other threads.
 */
export const diskFiles: StoreFiles = {
  async makeFolder(folder) {
    const first = mkdirSync(folder, { recursive: true });
    if (first === undefined) return;
    // From the deepest up to the folder that holds the first new one.
    for (let at = dirname(folder); ; at = dirname(at)) {
      await syncFolder(at);
      if (at === dirname(first) || at === dirname(at)) return;
    }
  },
  async create(file) {
    const opened = openSync(file, 'w');
    return {
      write: (bytes) => writeAll(opened, bytes),
      finish: async () => closeSync(opened),
      abandon: async () => closeSync(opened),
    };
  },
  rename: async (from, to) => renameSync(from, to),
  syncFile: (file) => syncFile(file),
  syncFolder,
  remove: (file) => rm(file, { force: true }),
  isThere: async (file) => existsSync(file),
};

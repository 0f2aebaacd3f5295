import { closeSync, openSync, readSync } from 'node:fs';

/** More than any of these files has before what is wanted of it. */
const room = Buffer.allocUnsafe(4_096);

const readFrom = (descriptor: number): string => room.toString('latin1', 0, readSync(descriptor, room, 0, room.length, 0));

/**
 * The beginning of a small file of /proc; '' where it cannot be read. Such files say nothing of their size: one read into the same room
 * costs half of what reading to their end does.
 */
export const readProc = (path: string): string => {
  try {
    const descriptor = openSync(path, 'r');
    try {
      return readFrom(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return '';
  }
};

/** A file of /proc that is read again and again. */
export interface ProcFile {
  /** As it is now; '' where it cannot be read, as once its process is gone. */
  read(): string;
  close(): void;
}

/** Is opened and closed by each reading, and holds no descriptor in between. Once its process is gone it may be a stranger's. */
export const reopenProc = (path: string): ProcFile => ({ read: () => readProc(path), close: () => {} });

/**
 * Stays open, so that each reading is one call instead of three. The kernel writes such a file anew for whoever reads from its start,
 * and binds it to the process and not to its number: a stranger that is given the number is never read.
 * Where there is no room to open it now, it is opened by each reading instead.
 */
export const openProc = (path: string): ProcFile => {
  let descriptor: number | null;
  try {
    descriptor = openSync(path, 'r');
  } catch {
    return reopenProc(path);
  }
  const close = (): void => {
    if (descriptor !== null) closeSync(descriptor);
    descriptor = null;
  };
  return {
    read() {
      if (descriptor === null) return '';
      try {
        return readFrom(descriptor);
      } catch {
        close();
        return '';
      }
    },
    close,
  };
};

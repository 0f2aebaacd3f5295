import type { EngineFolders } from '../engine/engines.ts';
import type { QueueDeps } from './deps.ts';
import type { PauseBook } from './pause-book.ts';

/** Keeps work from starting while a disk has no room for what it would make. */
export interface DiskGuard {
  /** Looks at the folders unless that was done a moment ago; pauses or releases the queue by what it finds. */
  check(folders: EngineFolders | null): Promise<void>;
  /** A picture could not be stored for want of room. */
  full(detail: string): void;
  /** It could after all. */
  stored(): void;
  close(): void;
}

const freshMs = 5_000;
const againMs = 5_000;
const dataFolder = 'the data folder';

/**
 * The pause of owner `disk` is put when the volume of the data, output or temp folder has less free space than the setting, or when
 * storing failed for want of room; it is released by the first look that finds enough everywhere and nothing left to store.
 */
export const createDiskGuard = (
  { clock, artifacts, settings, freeBytesOf, log }: Pick<QueueDeps, 'clock' | 'artifacts' | 'settings' | 'freeBytesOf' | 'log'>,
  pauses: PauseBook,
): DiskGuard => {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isStoring = true;
  let lastFolders: EngineFolders | null = null;
  let stopTimer: (() => void) | null = null;
  let isClosed = false;

  /** The first folder without room; a volume that cannot be asked has room as far as anyone knows. */
  const lacking = async (): Promise<{ folder: string; free: number; floor: number } | null> => {
    const floor = settings().diskFloorBytes;
    const looks: [string, () => Promise<number>][] = [[dataFolder, () => artifacts.freeBytes()]];
    for (const folder of lastFolders ? [lastFolders.output, lastFolders.temp] : [])
      looks.push([folder, () => freeBytesOf(folder)]);
    for (const [folder, look] of looks) {
      const free = await look().catch((error: unknown) => {
        log.debug('free space is not known', { folder, error });
        return Number.POSITIVE_INFINITY;
      });
      if (free < floor) return { folder, free, floor };
    }
    return null;
  };
  const look = async (): Promise<void> => {
    lookedAt = clock.monotonic();
    const found = await lacking();
    if (isClosed) return;
    if (found) {
      const megabytes = (bytes: number): number => Math.floor(bytes / 1_000_000);
      pauses.pauseFor('disk', 'pausedDisk', {
        folder: found.folder,
        free: megabytes(found.free),
        floor: megabytes(found.floor),
      });
    } else if (isStoring && pauses.has('disk')) pauses.resume('disk');
    if (pauses.has('disk')) stopTimer ??= clock.after(againMs, again);
  };
  const again = (): void => {
    stopTimer = null;
    void look();
  };

  return {
    async check(folders) {
      if (folders) lastFolders = folders;
      if (clock.monotonic() - lookedAt >= freshMs) await look();
    },
    full(detail) {
      isStoring = false;
      pauses.pauseFor('disk', 'pausedDiskFull', { detail });
      stopTimer ??= clock.after(againMs, again);
    },
    stored() {
      if (isStoring) return;
      isStoring = true;
      void look();
    },
    close() {
      isClosed = true;
      stopTimer?.();
    },
  };
};

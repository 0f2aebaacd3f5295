import { AppError } from '../../shared/app-error.ts';
import { isStorageFault } from '../db/is-storage-fault.ts';
import type { EngineFolders } from '../engine/engines.ts';
import type { QueueDeps } from './deps.ts';
import type { PauseBook } from './pause-book.ts';

/** Keeps work from starting while a disk has no room for what it would make. */
export interface DiskGuard {
  /** Looks at the folders unless that was done a moment ago; pauses or releases the queue by what it finds. */
  check(folders: EngineFolders | null): Promise<void>;
  /** A write failed that must succeed in the end; whoever tries it again says so again. */
  refused(error: unknown): void;
  /** It succeeded. */
  stored(): void;
  close(): void;
}

const freshMs = 5_000;
const againMs = 5_000;
/** Writers try again sooner than this: one that has not complained for so long has nothing left to write. */
const complaintMs = 12_000;

/**
 * The pause of owner `disk` is put when the volume of the data, output or temp folder has less free space than the setting, or when
 * a write failed; it is released by the first look that finds enough everywhere and nobody who still cannot write.
 */
export const createDiskGuard = (
  { clock, artifacts, settings, freeBytesOf, log }: Pick<QueueDeps, 'clock' | 'artifacts' | 'settings' | 'freeBytesOf' | 'log'>,
  pauses: PauseBook,
  isBusy: () => boolean,
  /** Of every engine that is there: one that fills up must not fill while another is asked about. */
  foldersNow: () => EngineFolders[],
): DiskGuard => {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let lookedFor = -1;
  let refusedAt = Number.NEGATIVE_INFINITY;
  let watched = new Set<string>();
  let stopTimer: (() => void) | null = null;
  let isClosed = false;

  /** The first folder without room; a volume that cannot be asked has room as far as anyone knows. */
  const lacking = async (): Promise<{ folder: string | null; free: number; floor: number } | null> => {
    const floor = settings().diskFloorBytes;
    const looks: [string | null, () => Promise<number>][] = [[null, () => artifacts.freeBytes()]];
    for (const folder of watched) looks.push([folder, () => freeBytesOf(folder)]);
    const found = await Promise.all(
      looks.map(async ([folder, look]) => ({ folder, floor, free: await look().catch(unknown(folder)) })),
    );
    return found.find(({ free }) => free < floor) ?? null;
  };
  const unknown =
    (folder: string | null) =>
    (error: unknown): number => {
      log.debug('free space is not known', { folder, error });
      return Number.POSITIVE_INFINITY;
    };
  const look = async (): Promise<void> => {
    lookedAt = clock.monotonic();
    lookedFor = settings().diskFloorBytes;
    const found = await lacking();
    if (isClosed) return;
    if (found) {
      // One decimal: what is read as having enough must have enough.
      const gigabytes = (bytes: number): number => Math.floor(bytes / 100_000_000) / 10;
      const sizes = { free: gigabytes(found.free), floor: gigabytes(found.floor) };
      if (found.folder === null) pauses.pauseFor('disk', 'pausedDiskData', sizes);
      else pauses.pauseFor('disk', 'pausedDisk', { folder: found.folder, ...sizes });
    } else if (pauses.has('disk') && clock.monotonic() - refusedAt >= complaintMs) release();
    arm();
  };
  /** While something runs the next may be claimed at any moment, so what is known is kept fresh. */
  const arm = (): void => {
    if (!isClosed && (pauses.has('disk') || isBusy())) stopTimer ??= clock.after(againMs, again);
  };
  const release = (): void => {
    try {
      pauses.resume('disk');
    } catch (error) {
      if (!isStorageFault(error)) throw error;
    }
  };
  const again = (): void => {
    stopTimer = null;
    void look();
  };

  return {
    async check(folders) {
      const now = new Set([...foldersNow(), ...(folders ? [folders] : [])].flatMap(({ output, temp }) => [output, temp]));
      const isNew = [...now].some((folder) => !watched.has(folder));
      // With no engine there, the last ones are where the next picture would be made.
      if (now.size > 0) watched = now;
      if (isNew || clock.monotonic() - lookedAt >= freshMs || lookedFor !== settings().diskFloorBytes) await look();
      arm();
    },
    refused(error) {
      refusedAt = clock.monotonic();
      stopTimer ??= clock.after(againMs, again);
      const { folder = '', detail = '' } = error instanceof AppError ? error.params : { detail: String(error) };
      if (!(error instanceof AppError)) pauses.pauseFor('disk', 'pausedDatabase', { detail });
      else if (error.key === 'diskFull') pauses.pauseFor('disk', 'pausedDiskFull', { folder });
      else if (error.key === 'nodeNoRoom') pauses.pauseFor('disk', 'pausedNoRoom');
      else pauses.pauseFor('disk', 'pausedStoreUnwritable', { folder, detail });
    },
    stored() {
      if (refusedAt === Number.NEGATIVE_INFINITY) return;
      refusedAt = Number.NEGATIVE_INFINITY;
      void look();
    },
    close() {
      isClosed = true;
      stopTimer?.();
    },
  };
};

import type { Evidence } from '../../shared/evidence.ts';

/** What is known of the machine's memory when a process ended. */
export interface MemoryAtEnd {
  /** Whether the kernel ended something for want of memory at that moment; null where it does not tell. */
  isKernelKill: boolean | null;
  /** The least part of the memory that was free just before, 0 to 1; null: nobody looked. */
  freeShare: number | null;
}

/** Less than this is too little to call memory ample: a model takes gigabytes within a second. */
const ampleShare = 0.2;

/** Readings so long before the last one still speak of the end. */
const windowMs = 30_000;

/** Whether a SIGKILL cannot be laid on a lack of memory. Pure. */
export const isMemoryAmple = ({ isKernelKill, freeShare }: MemoryAtEnd): boolean => {
  if (isKernelKill === true) return false;
  if (freeShare !== null) return freeShare > ampleShare;
  return isKernelKill === false;
};

/** What frozen evidence says of it. Pure. */
export const memoryAtEnd = ({ exit, system, load, memory, launch }: Evidence): MemoryAtEnd | null => {
  if (exit === null) return null;
  const readings = [
    ...load.map(({ at, machineRamUsedBytes: used, machineRamTotalBytes: total }) => ({ at, share: 1 - used / total })),
    ...memory.flatMap(({ at, ramFreeBytes: free, ramTotalBytes: total }) =>
      free === null || total === null ? [] : [{ at, share: free / total }],
    ),
  ].map(({ at, share }) => ({ at: Date.parse(at), share }));
  const end = launch?.endedAt ? Date.parse(launch.endedAt) : Math.max(...readings.map(({ at }) => at));
  const shares = readings.filter(({ at, share }) => Number.isFinite(share) && at >= end - windowMs).map(({ share }) => share);
  return {
    // Linux counts them, and every report of an end there has looked.
    isKernelKill: exit.meaning === 'OOM_KILL' ? true : system.startsWith('Linux') && exit.signal !== null ? false : null,
    freeShare: shares.length === 0 ? null : Math.max(0, Math.min(...shares)),
  };
};

import { open } from 'node:fs/promises';
import type { Clock } from '../lib/clock.ts';

/** How much of a log's end is looked at, at most. */
const tailBytes = 1_000_000;
/** Least time between two looks at one log: a short job must not pay for a look of its own. */
const lookMs = 1_000;
/** What numpy says when a picture that overflowed is turned into bytes. It says so once in the life of a process. */
const overflow = 'invalid value encountered in cast';
const executed = 'Prompt executed in ';

/** A log, and the first byte of the launch in it. */
interface LaunchLog {
  file: string;
  from: number;
}

interface Watched<Job> {
  log: LaunchLog;
  /** First byte that no look has seen. */
  next: number;
  /** Succeeded since the last look, the oldest first. */
  waiting: Job[];
  stopTimer: (() => void) | null;
  looking: Promise<void> | null;
}

/** Notices jobs that ran through with values that overflowed: their pictures are black although they count as done. */
export interface BlackWatch<Job> {
  /** One of a launch has succeeded. The log is looked at a moment later, once for all that succeed until then. */
  succeeded(launch: string, job: Job): void;
  /** Looks at what is still to be looked at, now. */
  flush(): Promise<void>;
  close(): void;
}

/**
 * @param logOf undefined: Hearth has no log of the launch
 * @param onBlack called once for a launch at most, for numpy says it only once
 */
export const createBlackWatch = <Job>(
  clock: Clock,
  logOf: (launch: string) => LaunchLog | undefined,
  onBlack: (job: Job) => void,
): BlackWatch<Job> => {
  const watched = new Map<string, Watched<Job>>();
  const told = new Set<string>();

  const look = (launch: string, one: Watched<Job>): Promise<void> => {
    one.stopTimer?.();
    one.stopTimer = null;
    const jobs = one.waiting;
    one.waiting = [];
    const looking = (one.looking ?? Promise.resolve())
      .then(() => lookAt(one))
      .then((place) => {
        if (one.looking === looking) one.looking = null;
        if (place === null || told.has(launch)) return;
        told.add(launch);
        watched.delete(launch);
        const job = jobs[Math.min(place, jobs.length - 1)];
        if (job !== undefined) onBlack(job);
      });
    one.looking = looking;
    return looking;
  };

  return {
    succeeded(launch, job) {
      if (told.has(launch)) return;
      let one = watched.get(launch);
      if (!one) {
        const log = logOf(launch);
        if (!log) return;
        one = { log, next: log.from, waiting: [], stopTimer: null, looking: null };
        // One engine has one launch at a time; what an earlier one said has been looked at.
        for (const [other, { stopTimer, looking }] of watched) if (!stopTimer && !looking) watched.delete(other);
        watched.set(launch, one);
      }
      const known = one;
      known.waiting.push(job);
      known.stopTimer ??= clock.after(lookMs, () => void look(launch, known));
    },
    async flush() {
      await Promise.all([...watched].map(([launch, one]) => (one.waiting.length > 0 ? look(launch, one) : one.looking)));
    },
    close() {
      for (const { stopTimer } of watched.values()) stopTimer?.();
      watched.clear();
    },
  };
};

/**
 * Which of the jobs that ended since the last look it was, from 0; null where the log tells of none. A log that cannot be read tells
 * nothing.
 */
const lookAt = async (one: Pick<Watched<unknown>, 'log' | 'next'>): Promise<number | null> => {
  const handle = await open(one.log.file, 'r').catch(() => null);
  if (!handle) return null;
  try {
    const { size } = await handle.stat();
    // A log that was cut begins anew.
    const begin = Math.max(one.log.from, Math.min(one.next, size), size - tailBytes);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - begin), 0, size - begin, begin);
    const bytes = buffer.subarray(0, bytesRead);
    const at = bytes.indexOf(overflow);
    if (at >= 0 && bytes.indexOf(executed, at) >= 0) return countOf(bytes.subarray(0, at), executed);
    // What stands at the very end may be half of it.
    one.next = at >= 0 ? begin + at : Math.max(begin, begin + bytesRead - overflow.length);
    return null;
  } catch {
    return null;
  } finally {
    await handle.close();
  }
};

const countOf = (bytes: Buffer, text: string): number => {
  let count = 0;
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) count++;
  return count;
};

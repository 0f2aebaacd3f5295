import { readFileSync } from 'node:fs';

/** How many processes the kernel has killed for want of memory since it booted; null where it does not tell. */
const countMemoryKills = (): number | null => {
  try {
    const found = /^oom_kill (\d+)$/m.exec(readFileSync('/proc/vmstat', 'utf8'))?.[1];
    return found === undefined ? null : Number(found);
  } catch {
    return null;
  }
};

/** Whether the kernel kills for want of memory while a process lives. */
export interface MemoryKills {
  /** To be called about once a second while the process is there. */
  look(): void;
  /** Whether there was one within the last looks, or since. */
  hasBeen(): boolean;
}

/**
 * The kernel counts a kill when it decides on it; a process with much memory is gone only seconds later, and so many looks may see
 * the new count before its end is noticed.
 */
const keptLooks = 5;

/** `count` stands in for the kernel's own in tests. */
export const watchMemoryKills = (count: () => number | null = countMemoryKills): MemoryKills => {
  const looks = [count()];
  return {
    look() {
      looks.push(count());
      if (looks.length > keptLooks) looks.shift();
    },
    hasBeen() {
      const now = count();
      const before = looks[0] ?? null;
      return now !== null && before !== null && now > before;
    },
  };
};

import { readFileSync } from 'node:fs';

/** How many processes the kernel has killed for want of memory since it booted; null where it does not tell. */
export const countMemoryKills = (): number | null => {
  try {
    const found = /^oom_kill (\d+)$/m.exec(readFileSync('/proc/vmstat', 'utf8'))?.[1];
    return found === undefined ? null : Number(found);
  } catch {
    return null;
  }
};

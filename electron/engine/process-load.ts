import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { cpus } from 'node:os';
import { treeOf } from './process-tree.ts';
import { parseStat } from './processes-linux.ts';

/** What a process with all it started uses; null where this system does not tell. */
interface ProcessLoad {
  /** 100 is one core; null at the first look. */
  cpuPercent: number | null;
  ramBytes: number | null;
}

/** Looks at one process tree again and again. Nothing throws. */
export interface ProcessMeter {
  /** `now`: monotonic ms. */
  read(now: number): ProcessLoad;
}

const ticksPerSecond = 100;
/** Every so many looks the whole table is read for children that are new; in between only those that are known. */
const fullLook = 5;
const absent: ProcessLoad = { cpuPercent: null, ramBytes: null };

/** Reads /proc on Linux. Elsewhere each look would start a program of its own, which costs more than it tells: nothing is read. */
export const createProcessMeter = (pid: number, platform: NodeJS.Platform = process.platform): ProcessMeter => {
  if (platform !== 'linux') return { read: () => absent };
  let looks = 0;
  let known: number[] = [pid];
  let before: { ticks: number; at: number } | null = null;
  return {
    read(now) {
      if (looks++ % fullLook === 0) known = familyOf(pid);
      // The time of a child that ended has become its parent's, so the sum goes on.
      let ticks: number | null = null;
      let ramBytes: number | null = null;
      for (const each of known) {
        const row = parseStat(read(`/proc/${each}/stat`));
        if (row === null || row.state === 'Z') continue;
        ticks = (ticks ?? 0) + row.cpuTicks;
        const kib = /^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${each}/status`))?.[1];
        if (kib !== undefined) ramBytes = (ramBytes ?? 0) + Number(kib) * 1024;
      }
      const passedMs = before === null ? 0 : now - before.at;
      const cpuPercent =
        before !== null && ticks !== null && passedMs > 0
          ? (Math.max(0, ticks - before.ticks) * 1000 * 100) / ticksPerSecond / passedMs
          : null;
      before = ticks === null ? null : { ticks, at: now };
      return { cpuPercent, ramBytes };
    },
  };
};

const familyOf = (pid: number): number[] => {
  const rows = list('/proc').flatMap((name) => (/^\d+$/.test(name) ? (parseStat(read(`/proc/${name}/stat`)) ?? []) : []));
  return treeOf(rows, pid, new Set(), process.pid).map((row) => row.pid);
};

/** How busy all cores are together since the last look, 0 to 100; null at the first. */
export const createMachineMeter = (readTimes: () => { busy: number; all: number } = machineTimes): (() => number | null) => {
  let before: { busy: number; all: number } | null = null;
  return () => {
    const now = readTimes();
    const passed = before === null ? 0 : now.all - before.all;
    const percent = before !== null && passed > 0 ? Math.min(100, Math.max(0, ((now.busy - before.busy) / passed) * 100)) : null;
    before = now;
    return percent;
  };
};

const machineTimes = (): { busy: number; all: number } => {
  // The first line of /proc/stat is the sum; asking Node for every core costs a hundred times as much on large machines.
  const sum = /^cpu +(.*)$/m.exec(read('/proc/stat'))?.[1]?.split(' ').map(Number);
  if (sum) {
    // Guest time is part of user time already.
    const all = sum.slice(0, 8).reduce((total, part) => total + part, 0);
    return { busy: all - (sum[3] ?? 0) - (sum[4] ?? 0), all };
  }
  return cpus().reduce(
    (total, { times }) => {
      const all = times.user + times.nice + times.sys + times.idle + times.irq;
      return { busy: total.busy + all - times.idle, all: total.all + all };
    },
    { busy: 0, all: 0 },
  );
};

/** More than any of these files has before what is wanted of it. */
const room = Buffer.allocUnsafe(4_096);
/** Files of /proc say nothing of their size: one read into the same room costs half of what reading to their end does. */
const read = (file: string): string => {
  try {
    const descriptor = openSync(file, 'r');
    try {
      return room.toString('latin1', 0, readSync(descriptor, room, 0, room.length, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return '';
  }
};

const list = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

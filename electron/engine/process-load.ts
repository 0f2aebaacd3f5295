import { readdirSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { openProc, type ProcFile, readProc, reopenProc } from './proc-file.ts';
import { treeOf } from './process-tree.ts';
import { parseStat, type StatRow } from './processes-linux.ts';

/** What a process with all it started uses; null where this system does not tell. */
interface ProcessLoad {
  /** 100 is one core, and all cores are the most there is; null at the first look. */
  cpuPercent: number | null;
  ramBytes: number | null;
}

/** Looks at one process tree again and again. Nothing throws. */
export interface ProcessMeter {
  /** `now`: monotonic ms. */
  read(now: number): ProcessLoad;
  /** Lets go of the files that are kept open between looks. */
  stop(): void;
}

const ticksPerSecond = 100;
/** Every so many looks the table is searched for children that are new; in between only those that are known are read. */
const searchLook = 5;
/** Every so many searches look at the whole table; the others only at numbers that the last one did not see. */
const wholeSearch = 6;
/** So many processes have their two files kept open: a host may be allowed no more than 1,024, and an engine may start thousands. */
const mostKept = 64;
const absent: ProcessLoad = { cpuPercent: null, ramBytes: null };

interface Member {
  row: StatRow;
  stat: ProcFile;
  statm: ProcFile;
  isKept: boolean;
  isCounted: boolean;
}

/**
 * Reads /proc on Linux. Elsewhere each look would start a program of its own, which costs more than it tells: nothing is read.
 * Beyond `keepable` processes whose files stay open, each reading opens and closes.
 */
export const createProcessMeter = (
  pid: number,
  platform: NodeJS.Platform = process.platform,
  keepable: number = mostKept,
): ProcessMeter => {
  if (platform !== 'linux') return { read: () => absent, stop: () => {} };
  let kept = 0;
  let looks = 0;
  let before: { ticks: number; at: number } | null = null;
  const members = new Map<number, Member>();
  /** Numbers that the last search knew. One that went and came back as a child in between is found by the next look at all of them. */
  let seen = new Set<string>();

  /** Takes in what belongs to the tree and was not known. */
  const search = (isWhole: boolean): void => {
    const names = list('/proc').filter(isNumber);
    const rows = [...members.values()].map(({ row }) => row);
    const seenBefore = seen;
    seen = new Set();
    for (const name of names) {
      if (!members.has(Number(name)) && (isWhole || !seenBefore.has(name))) {
        const row = parseStat(readProc(`/proc/${name}/stat`));
        // It is gone, or there was no room to look: the next search looks again.
        if (row === null) continue;
        rows.push(row);
      }
      seen.add(name);
    }
    for (const row of treeOf(rows, pid, new Set(members.keys()), process.pid)) {
      if (members.has(row.pid)) continue;
      const isKept = kept < keepable;
      if (isKept) kept++;
      const file = isKept ? openProc : reopenProc;
      const folder = `/proc/${row.pid}`;
      members.set(row.pid, { row, stat: file(`${folder}/stat`), statm: file(`${folder}/statm`), isKept, isCounted: false });
    }
  };
  const drop = (member: number): void => {
    const files = members.get(member);
    files?.stat.close();
    files?.statm.close();
    if (files?.isKept) kept--;
    members.delete(member);
    seen.delete(String(member));
  };

  return {
    read(now) {
      if (looks % searchLook === 0) search(looks % (searchLook * wholeSearch) === 0);
      looks++;
      // The time of a child that ended has become its parent's, so the sum goes on.
      let ticks: number | null = null;
      /** What those that are new did before they were found: nobody knows how long ago. */
      let earlierTicks = 0;
      let ramBytes: number | null = null;
      for (const [each, member] of members) {
        const row = parseStat(member.stat.read());
        // A number that was given to a stranger has another start.
        if (row === null || row.state === 'Z' || row.startTicks !== member.row.startTicks) {
          drop(each);
          continue;
        }
        ticks = (ticks ?? 0) + row.cpuTicks;
        if (!member.isCounted) earlierTicks += row.cpuTicks;
        member.isCounted = true;
        // Its second number, in pages: what `stat` says of memory lags behind.
        const bytes = Number(member.statm.read().split(' ', 2)[1] ?? Number.NaN) * pageBytes();
        if (Number.isFinite(bytes)) ramBytes = (ramBytes ?? 0) + bytes;
      }
      const passedMs = before === null ? 0 : now - before.at;
      const cpuPercent =
        before !== null && ticks !== null && passedMs > 0
          ? Math.min(
              // A child that ended before it was found hands its parent all it ever did at once.
              availableParallelism() * 100,
              (Math.max(0, ticks - before.ticks - earlierTicks) * 1000 * 100) / ticksPerSecond / passedMs,
            )
          : null;
      before = ticks === null ? null : { ticks, at: now };
      return { cpuPercent, ramBytes };
    },
    stop() {
      for (const each of members.keys()) drop(each);
    },
  };
};

const isNumber = (name: string): boolean => {
  const first = name.charCodeAt(0);
  return first >= 0x30 && first <= 0x39;
};

let knownPageBytes = 0;
/** 4 KiB on most machines, 16 or 64 on some: the same size of this process, told in bytes and in pages. */
const pageBytes = (): number => {
  if (knownPageBytes === 0) {
    const kib = Number(/^VmSize:\s+(\d+) kB$/m.exec(readProc('/proc/self/status'))?.[1]);
    const pages = Number(readProc('/proc/self/statm').split(' ', 1)[0]);
    // Another thread may have taken memory between the two; a page is a power of two.
    knownPageBytes = 2 ** Math.round(Math.log2((kib * 1024) / pages));
  }
  return knownPageBytes;
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
  const sum = /^cpu +(.*)$/m.exec(readProc('/proc/stat'))?.[1]?.split(' ').map(Number);
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

const list = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

import { readdirSync, readFileSync } from 'node:fs';
import { isExhaustion } from './exhaustion.ts';
import { launchMarker, type ProcessRef, type ProcessTable, type ProcessUsage, patiently, usesFolder } from './process-table.ts';
import { type ProcessRow, rootOf, treeOf } from './process-tree.ts';

/** Clock ticks a second in /proc; the kernel's interface fixes it at 100 on every architecture that Node runs on. */
const ticksPerSecond = 100;

export interface StatRow extends ProcessRow {
  state: string;
  startTicks: string;
  cpuTicks: number;
  execMark: string | null;
}

/**
 * One line of /proc/PID/stat (proc(5)). The name in parentheses may hold anything, parentheses too. null: not readable. Pure.
 */
export const parseStat = (text: string): StatRow | null => {
  const nameEnd = text.lastIndexOf(')');
  const pid = Number.parseInt(text, 10);
  // Field 3, the state, comes first.
  const fields = text.slice(nameEnd + 2).split(' ', 26);
  const field = (number: number): string => fields[number - 3] ?? '';
  if (nameEnd < 0 || !Number.isInteger(pid) || fields.length < 20) return null;
  const places = [field(26), field(28)];
  return {
    pid,
    state: field(3),
    parent: Number(field(4)),
    group: Number(field(5)),
    session: Number(field(6)),
    // Own time, and that of children which were waited for.
    cpuTicks: [14, 15, 16, 17].reduce((sum, number) => sum + Number(field(number)), 0),
    startTicks: field(22),
    // Start of code and of stack are drawn anew by every exec; 0 or 1 stand where we may not look.
    execMark: places.every((place) => place.length > 1) ? places.join(':') : null,
  };
};

/** /proc, read directly: no program to start, a few microseconds a process. */
export const linuxProcesses = (): ProcessTable => {
  // Ticks count from boot, so that a process of an earlier boot could look the same.
  const boot = read('/proc/sys/kernel/random/boot_id').trim();
  const refOf = ({ pid, startTicks }: StatRow): ProcessRef => ({ pid, startTime: `${boot}/${startTicks}` });
  const isSame = (row: StatRow | null, { startTime }: ProcessRef): row is StatRow =>
    row !== null && refOf(row).startTime === startTime;

  const family = (root: ProcessRef, launchId: string | null): StatRow[] => {
    const rows = allRows();
    // Once the root is gone its number may belong to a stranger; its group and session keep the number as long as they last.
    const isRootReused = rows.some((row) => row.pid === root.pid && !isSame(row, root));
    const marked = new Set<number>();
    if (launchId !== null) for (const { pid } of rows) if (hasMarker(pid, launchId)) marked.add(pid);
    return treeOf(rows, isRootReused ? -1 : root.pid, marked, process.pid);
  };

  const usage = (root: ProcessRef): ProcessUsage | null => {
    const own = rowOf(root.pid);
    if (!isSame(own, root)) return null;
    const rows = family(root, null);
    const reads = rows.map(({ pid }) => readBytesOf(pid));
    return {
      cpuMs: (rows.reduce((sum, { cpuTicks }) => sum + cpuTicks, 0) * 1000) / ticksPerSecond,
      diskReadBytes: reads.every((bytes) => bytes === null) ? null : reads.reduce((sum: number, bytes) => sum + (bytes ?? 0), 0),
      isSuspended: own.state === 'T' || own.state === 't',
      execMark: own.execMark,
    };
  };
  /** What could be seen; null where nobody could look. */
  const seen = <T>(look: () => T): T | null => {
    try {
      return look();
    } catch {
      return null;
    }
  };

  return {
    find: (pid) =>
      patiently(() => {
        const row = rowOf(pid);
        return row && refOf(row);
      }),
    isGone: (process) => seen(() => !isSame(rowOf(process.pid), process)) ?? false,
    family: (root, launchId) => patiently(() => family(root, launchId).map(refOf)),
    findLaunch: (launchId) =>
      patiently(() => {
        const root = rootOf(allRows().filter(({ pid }) => pid !== process.pid && hasMarker(pid, launchId)));
        return root ? refOf(root) : null;
      }),
    findUser: (engineDir) =>
      patiently(() => {
        const users = allRows().filter(({ pid, parent }) => {
          // What this host itself started only asks about flags.
          if (parent === process.pid) return false;
          return usesFolder(read(`/proc/${pid}/cmdline`).replaceAll('\0', ' '), engineDir);
        });
        const root = rootOf(users);
        return root ? refOf(root) : null;
      }),
    usage: async (root) => seen(() => usage(root)),
    threads: (root) =>
      seen(() => {
        if (!isSame(rowOf(root.pid), root)) return null;
        const folder = `/proc/${root.pid}/task`;
        const rows = list(folder).flatMap((tid) => parseStat(read(`${folder}/${tid}/stat`)) ?? []);
        return new Map(rows.map(({ pid, cpuTicks }) => [pid, (cpuTicks * 1000) / ticksPerSecond]));
      }),
    signal(processes, signal) {
      for (const one of processes) {
        try {
          if (isSame(rowOf(one.pid), one)) process.kill(one.pid, signal);
        } catch {
          // It ended in this moment, is not ours to signal, or cannot be told apart just now: the next blow meets it.
        }
      }
    },
  };
};

/** '' where there is nothing that we may see. Throws where there was no room to look: that is nobody's death. */
const read = (file: string): string => ifRoom(() => readFileSync(file, 'utf8'), '');
const list = (folder: string): string[] => ifRoom(() => readdirSync(folder), []);
const ifRoom = <T>(look: () => T, nothing: T): T => {
  try {
    return look();
  } catch (error) {
    if (isExhaustion(error)) throw error;
    return nothing;
  }
};

/** null for a zombie too: it holds nothing any more and waits only to be counted. */
const rowOf = (pid: number): StatRow | null => {
  const row = parseStat(read(`/proc/${pid}/stat`));
  return row === null || row.state === 'Z' || row.state === 'X' ? null : row;
};

const allRows = (): StatRow[] => list('/proc').flatMap((name) => (/^\d+$/.test(name) ? (rowOf(Number(name)) ?? []) : []));

const hasMarker = (pid: number, launchId: string): boolean =>
  `\0${read(`/proc/${pid}/environ`)}`.includes(`\0${launchMarker}=${launchId}\0`);

const readBytesOf = (pid: number): number | null => {
  const found = /^read_bytes: (\d+)$/m.exec(read(`/proc/${pid}/io`))?.[1];
  return found === undefined ? null : Number(found);
};

import { pidExists } from '../lib/pid-exists.ts';
import { launchMarker, type ProcessRef, type ProcessTable, patiently, TableUnreadable, usesFolder } from './process-table.ts';
import { type ProcessRow, rootOf, treeOf } from './process-tree.ts';
import { runTool } from './run-tool.ts';

const toolTimeoutMs = 5_000;

export interface PsRow extends ProcessRow {
  state: string;
  startTime: string;
  cpuMs: number;
  /** Command line; with the environment behind it where that was asked for and is shown. */
  command: string;
}

const columns = 'pid=,ppid=,pgid=,state=,time=,lstart=,command=';
const line = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S+)\s+(\w{3}\s+\w{3}\s+\d+\s+[\d:]+\s+\d{4})\s?(.*)$/;

/** What `ps -o pid=,ppid=,pgid=,state=,time=,lstart=,command=` printed in the C locale; zombies left out. Pure. */
export const parsePs = (text: string): PsRow[] =>
  text.split('\n').flatMap((each) => {
    const [, pid, parent, group, state = '', time = '', startTime = '', command = ''] = line.exec(each) ?? [];
    if (pid === undefined || state.startsWith('Z')) return [];
    return [
      {
        pid: Number(pid),
        parent: Number(parent),
        group: Number(group),
        // macOS prints no session numbers.
        session: 0,
        state,
        startTime: startTime.replaceAll(/\s+/g, ' '),
        cpuMs: cpuMsOf(time),
        command,
      },
    ];
  });

/** `[[DD-]hh:]mm:ss[.cc]`, as both families of ps write it. */
const cpuMsOf = (time: string): number => {
  const [days, clock] = time.includes('-') ? time.split('-') : ['0', time];
  const seconds = (clock ?? '').split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return Math.round((Number(days) * 86_400 + seconds) * 1000);
};

/** macOS and other Unixes, by way of `ps`. */
export const psProcesses = (): ProcessTable => {
  const list = async (withEnvironment = false): Promise<PsRow[]> => {
    // The environment is shown for one's own processes; macOS has a letter of its own for it.
    const options = !withEnvironment ? '-axww' : process.platform === 'darwin' ? '-Eaxww' : 'eaxww';
    const answer = await runTool('ps', [options, '-o', columns], {
      timeoutMs: toolTimeoutMs,
      env: { ...process.env, LC_ALL: 'C' },
    });
    const rows = parsePs(answer?.stdout ?? '');
    // It always lists itself.
    if (rows.length === 0) throw new TableUnreadable('ps printed no processes');
    return rows;
  };
  const refOf = ({ pid, startTime }: PsRow): ProcessRef => ({ pid, startTime });
  const family = async (root: ProcessRef, launchId: string | null): Promise<PsRow[]> => {
    const rows = await list(launchId !== null);
    const isReused = rows.some(({ pid, startTime }) => pid === root.pid && startTime !== root.startTime);
    const marked = new Set(launchId === null ? [] : rows.filter(hasMarker(launchId)).map(({ pid }) => pid));
    return treeOf(rows, isReused ? -1 : root.pid, marked, process.pid);
  };
  return {
    find: (pid) =>
      patiently(async () => {
        const row = (await list()).find((each) => each.pid === pid);
        return row ? refOf(row) : null;
      }),
    // Orphans are reaped by the system's first process at once, so that no zombie answers.
    isGone: ({ pid }) => !pidExists(pid),
    family: (root, launchId) => patiently(async () => (await family(root, launchId)).map(refOf)),
    findLaunch: (launchId, command) =>
      patiently(async () => {
        const rows = (await list(true)).filter(({ pid }) => pid !== process.pid);
        const root =
          rootOf(rows.filter(hasMarker(launchId))) ?? rows.find((row) => `${row.command} `.startsWith(`${command.join(' ')} `));
        return root ? refOf(root) : null;
      }),
    findUser: (engineDir) =>
      patiently(async () => {
        const root = rootOf(
          (await list()).filter(({ parent, command }) => parent !== process.pid && usesFolder(command, engineDir)),
        );
        return root ? refOf(root) : null;
      }),
    async usage(root) {
      const rows = await family(root, null).catch(() => []);
      const own = rows.find(({ pid, startTime }) => pid === root.pid && startTime === root.startTime);
      if (!own) return null;
      return {
        cpuMs: rows.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
        diskReadBytes: null,
        isSuspended: own.state.startsWith('T'),
        execMark: null,
      };
    },
    threads: () => null,
    signal(processes, signal) {
      for (const { pid } of processes) {
        try {
          process.kill(pid, signal);
        } catch {
          // It ended in this moment, or it is not ours to signal.
        }
      }
    },
  };
};

const hasMarker =
  (launchId: string) =>
  ({ command }: PsRow): boolean =>
    `${command} `.includes(` ${launchMarker}=${launchId} `);

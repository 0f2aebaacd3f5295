import { z } from 'zod';
import { pidExists } from '../lib/pid-exists.ts';
import { type ProcessRef, type ProcessTable, patiently, TableUnreadable, usesFolder } from './process-table.ts';
import { type ProcessRow, rootOf, treeOf } from './process-tree.ts';
import { runTool } from './run-tool.ts';

/** PowerShell itself takes about half a second to start. */
const toolTimeoutMs = 15_000;

const script = [
  "$ErrorActionPreference = 'SilentlyContinue'",
  '[Console]::OutputEncoding = [Text.Encoding]::UTF8',
  'Get-CimInstance Win32_Process | ForEach-Object { [pscustomobject]@{',
  'pid = $_.ProcessId; parent = $_.ParentProcessId; start = $_.CreationDate.ToFileTimeUtc().ToString();',
  'cpu = ($_.KernelModeTime + $_.UserModeTime).ToString(); read = $_.ReadTransferCount.ToString(); command = $_.CommandLine',
  '} } | ConvertTo-Json -Compress',
].join('\n');

const Row = z.object({
  pid: z.number(),
  parent: z.number(),
  start: z.string().nullable(),
  /** 100 ns. */
  cpu: z.string(),
  read: z.string(),
  command: z.string().nullable(),
});

export interface WindowsRow extends ProcessRow {
  startTime: string;
  cpuMs: number;
  readBytes: number;
  command: string;
}

/**
 * What the script printed: a list, or a single object for one process. A parent that is younger than its child is somebody else who
 * got its number. Pure.
 */
export const parseWindowsProcesses = (text: string): WindowsRow[] => {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return [];
  }
  const rows = (Array.isArray(raw) ? raw : [raw]).flatMap((each) => {
    const row = Row.safeParse(each).data;
    return row?.start ? [{ ...row, start: row.start }] : [];
  });
  const startOf = new Map(rows.map(({ pid, start }) => [pid, BigInt(start)]));
  return rows.map(({ pid, parent, start, cpu, read, command }) => {
    const parentStart = startOf.get(parent);
    return {
      pid,
      parent: parentStart === undefined || parentStart > BigInt(start) ? 0 : parent,
      group: 0,
      session: 0,
      startTime: start,
      cpuMs: Number(cpu) / 10_000,
      readBytes: Number(read),
      command: command ?? '',
    };
  });
};

/** A command line as CreateProcess is given it: node quotes arguments by these rules (CommandLineToArgvW undoes them). Pure. */
export const windowsCommandLine = (words: readonly string[]): string =>
  words
    .map((word) =>
      word !== '' && !/[\s"]/.test(word)
        ? word
        : `"${word.replaceAll(/(\\*)"/g, (_, slashes: string) => `${slashes}${slashes}\\"`).replace(/\\+$/, (slashes) => slashes + slashes)}"`,
    )
    .join(' ');

/** Windows, by way of PowerShell for looking and `taskkill` for ending. It shows no environment of other processes. */
export const windowsProcesses = (): ProcessTable => {
  const list = async (): Promise<WindowsRow[]> => {
    const args = ['-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-Command', script];
    const rows = parseWindowsProcesses((await runTool('powershell.exe', args, { timeoutMs: toolTimeoutMs }))?.stdout ?? '');
    if (rows.length === 0) throw new TableUnreadable('PowerShell listed no processes');
    return rows;
  };
  const refOf = ({ pid, startTime }: WindowsRow): ProcessRef => ({ pid, startTime });
  const family = async (root: ProcessRef): Promise<WindowsRow[]> => {
    const rows = await list();
    const isReused = rows.some(({ pid, startTime }) => pid === root.pid && startTime !== root.startTime);
    return isReused ? [] : treeOf(rows, root.pid, new Set(), process.pid);
  };
  return {
    find: (pid) =>
      patiently(async () => {
        const row = (await list()).find((each) => each.pid === pid);
        return row ? refOf(row) : null;
      }),
    isGone: ({ pid }) => !pidExists(pid),
    family: (root) => patiently(async () => (await family(root)).map(refOf)),
    findLaunch: (_launchId, command) =>
      patiently(async () => {
        const wanted = windowsCommandLine(command);
        const row = (await list()).find((each) => each.command.trimEnd() === wanted);
        return row ? refOf(row) : null;
      }),
    findUser: (engineDir) =>
      patiently(async () => {
        const root = rootOf(
          (await list()).filter(({ parent, command }) => parent !== process.pid && usesFolder(command, engineDir)),
        );
        return root ? refOf(root) : null;
      }),
    async usage(root) {
      const rows = await family(root).catch(() => []);
      if (!rows.some(({ pid }) => pid === root.pid)) return null;
      return {
        cpuMs: rows.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
        diskReadBytes: rows.reduce((sum, { readBytes }) => sum + readBytes, 0),
        isSuspended: false,
        execMark: null,
      };
    },
    threads: () => null,
    // Windows knows no signals: every one of them ends the process at once, with its children.
    signal(processes) {
      for (const { pid } of processes)
        void runTool('taskkill.exe', ['/PID', String(pid), '/T', '/F'], { timeoutMs: toolTimeoutMs });
    },
  };
};

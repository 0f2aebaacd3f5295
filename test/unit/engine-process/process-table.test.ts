import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { launchMarker, type ProcessTable } from '../../../electron/engine/process-table.ts';
import { treeOf } from '../../../electron/engine/process-tree.ts';
import { parseStat } from '../../../electron/engine/processes-linux.ts';
import { parsePs, psProcesses } from '../../../electron/engine/processes-ps.ts';
import { parseWindowsProcesses, windowsCommandLine } from '../../../electron/engine/processes-windows.ts';
import { systemProcesses } from '../../../electron/engine/system-processes.ts';

const row = (pid: number, parent: number, group = 1, session = 1) => ({ pid, parent, group, session });

describe('the tree of an engine', () => {
  const rows = [
    row(1, 0),
    row(10, 1, 10, 10),
    row(11, 10, 10, 10),
    row(12, 11, 12, 12),
    row(13, 1, 10, 10),
    row(14, 1, 14, 10),
    row(15, 1, 15, 15),
    row(16, 15, 16, 16),
    row(99, 10),
    row(200, 1),
  ];
  it.each([
    ['descendants, also in their own sessions; group and session members whose parent died', [], [10, 11, 12, 13, 14]],
    ['those that left everything but carry the marker, with their children', [15], [10, 11, 12, 13, 14, 15, 16]],
  ])('%s', (_case, marked, expected) => {
    const pids = treeOf(rows, 10, new Set(marked), 99).map(({ pid }) => pid);
    expect(pids.toSorted((a, b) => a - b)).toEqual(expected);
  });
  it('never holds this process or the first one, whatever a table says', () => {
    expect(treeOf([row(1, 10), row(99, 10)], 10, new Set([1, 99]), 99)).toEqual([]);
  });
});

describe('what systems print', () => {
  it('/proc/PID/stat, with a name made to confuse', () => {
    const line =
      '4321 (a) R (b c) S 4000 4321 4321 0 -1 4194304 101 0 0 0 250 50 7 3 20 0 1 0 173562 3133440 361 18446744073709551615 94681435189248 94681435209129 140722389862432 0 0 0 0 0';
    expect(parseStat(line)).toEqual({
      pid: 4321,
      state: 'S',
      parent: 4000,
      group: 4321,
      session: 4321,
      cpuTicks: 310,
      startTicks: '173562',
      execMark: '94681435189248:140722389862432',
    });
    expect(parseStat('')).toBeNull();
    expect(parseStat('4321 (half')).toBeNull();
  });

  it('ps on macOS and on Linux', () => {
    const text = [
      '  501     1   501 S    0:01.25 Mon Nov  2 14:00:54 2026 /usr/bin/python3 main.py --port 8188 HEARTH_LAUNCH_ID=abc X=1',
      '  502   501   501 T   1-02:03:04 Mon Nov 30 14:00:54 2026 child',
      '  503   501   501 Z    0:00.00 Mon Nov 30 14:00:54 2026 <defunct>',
      'garbage',
    ].join('\n');
    expect(parsePs(text)).toEqual([
      {
        pid: 501,
        parent: 1,
        group: 501,
        session: 0,
        state: 'S',
        startTime: 'Mon Nov 2 14:00:54 2026',
        cpuMs: 1_250,
        command: '/usr/bin/python3 main.py --port 8188 HEARTH_LAUNCH_ID=abc X=1',
      },
      {
        pid: 502,
        parent: 501,
        group: 501,
        session: 0,
        state: 'T',
        startTime: 'Mon Nov 30 14:00:54 2026',
        cpuMs: 93_784_000,
        command: 'child',
      },
    ]);
  });

  it('PowerShell: a parent that is younger than its child is a stranger', () => {
    const one = (pid: number, parent: number, start: string | null) => ({
      pid,
      parent,
      start,
      cpu: '25000000',
      read: '4096',
      command: null,
    });
    const text = JSON.stringify([one(10, 4, '200'), one(11, 10, '300'), one(12, 10, '100'), one(13, 10, null)]);
    expect(parseWindowsProcesses(text)).toEqual([
      expect.objectContaining({ pid: 10, parent: 0, startTime: '200', cpuMs: 2_500, readBytes: 4_096 }),
      expect.objectContaining({ pid: 11, parent: 10 }),
      expect.objectContaining({ pid: 12, parent: 0 }),
    ]);
    expect(parseWindowsProcesses(JSON.stringify(one(10, 4, '200')))).toHaveLength(1);
    expect(parseWindowsProcesses('')).toEqual([]);
  });

  it.each([
    [['C:\\py\\python.exe', '-s', 'main.py'], 'C:\\py\\python.exe -s main.py'],
    [['C:\\Program Files\\python.exe', 'a"b', ''], '"C:\\Program Files\\python.exe" "a\\"b" ""'],
    [['x', 'ends in \\'], 'x "ends in \\\\"'],
  ])('the command line of %j on Windows', (words, line) => {
    expect(windowsCommandLine(words)).toBe(line);
  });
});

const tables: [string, () => ProcessTable][] = [['of this system', systemProcesses]];
if (process.platform !== 'win32') tables.push(['by ps', psProcesses]);

describe.each(tables)('live processes, %s', (_name, create) => {
  const table = create();
  const started: ChildProcess[] = [];
  const launchId = `launch-${process.pid}`;
  afterEach(() => {
    for (const child of started.splice(0)) if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  });
  /** A parent with one child that has its own session; answers when both run. */
  const startFamily = async (env: Record<string, string> = {}) => {
    const code = `
      const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { detached: true });
      child.on('spawn', () => console.log(child.pid));
      process.on('SIGTERM', () => { child.unref(); process.exit(0); });
      setInterval(() => {}, 1e6);`;
    const child = spawn(process.execPath, ['-e', code], {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
    });
    started.push(child);
    const [output] = await once(child.stdout, 'data');
    if (child.pid === undefined) throw new Error('not started');
    return { child, pid: child.pid, grandchild: Number(String(output)) };
  };
  const mustFind = async (pid: number) => {
    const found = await table.find(pid);
    if (!found) throw new Error(`${pid} is not there`);
    return found;
  };

  it('finds a family, its usage, and what is left of it', async () => {
    const { child, pid, grandchild } = await startFamily({ [launchMarker]: launchId });
    const root = await mustFind(pid);
    expect(root).toEqual(await mustFind(pid));
    expect(table.isGone(root)).toBe(false);
    const family = await table.family(root, launchId);
    expect(family.map((each) => each.pid).toSorted()).toEqual([pid, grandchild].toSorted());
    expect(await table.usage(root)).toMatchObject({ isSuspended: false, cpuMs: expect.any(Number) });

    process.kill(pid, 'SIGSTOP');
    await expect.poll(async () => (await table.usage(root))?.isSuspended).toBe(true);
    process.kill(pid, 'SIGCONT');

    table.signal(
      family.filter((each) => each.pid === pid),
      'SIGTERM',
    );
    await once(child, 'exit');
    expect(table.isGone(root)).toBe(true);
    expect(await table.usage(root)).toBeNull();
    expect(await table.find(pid)).toBeNull();

    const left = family.filter((each) => each.pid === grandchild);
    if (process.platform !== 'win32') expect(await table.family(root, launchId)).toEqual(left);
    table.signal(left, 'SIGKILL');
    await expect.poll(() => table.find(grandchild)).toBeNull();
    started.splice(0);
  });

  it('finds a launch whose pid was never written down', async () => {
    const code = 'setInterval(() => {}, 1e6)';
    const child = spawn(process.execPath, ['-e', code, launchId], {
      detached: true,
      env: { ...process.env, [launchMarker]: launchId },
    });
    started.push(child);
    await once(child, 'spawn');
    await expect
      .poll(async () => (await table.findLaunch(launchId, [process.execPath, '-e', code, launchId]))?.pid)
      .toBe(child.pid);
    expect(await table.findLaunch('another', ['no such program'])).toBeNull();
  });
});

it('signals nobody who merely got the number', async () => {
  const table = systemProcesses();
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
  await once(child, 'spawn');
  const stranger = { pid: child.pid ?? 0, startTime: 'another time' };
  table.signal([stranger], 'SIGKILL');
  expect(table.isGone(stranger)).toBe(true);
  child.kill('SIGTERM');
  // Ended by what this test sent, not by what the table was told to send.
  expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
});

it.runIf(process.platform === 'linux')('takes nobody for dead because there is no room to look', async () => {
  const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
  const words = [here('crowded.mjs'), here('../../../electron/engine/processes-linux.ts'), String(process.pid)];
  const child = spawn('sh', ['-c', 'ulimit -n 64 && exec "$0" "$@"', process.execPath, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const told = JSON.parse(String(line));
  expect(told).toMatchObject({ isGone: false, usage: null, threads: null, isGoneNow: false });
  expect(told.found).toEqual(told.one);
  expect(told.one).toMatchObject({ pid: process.pid });
});

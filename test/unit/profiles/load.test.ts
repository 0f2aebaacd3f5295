import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { findAmdCards } from '../../../electron/engine/amd-load.ts';
import { followNvidia, type GpuSource, parseNvidiaLine } from '../../../electron/engine/nvidia-load.ts';
import { createMachineMeter, createProcessMeter } from '../../../electron/engine/process-load.ts';
import { createLoadWatch } from '../../../electron/load-feed.ts';
import type { EngineLoad } from '../../../shared/engine-load.ts';
import { sampleEngine } from '../../fakes/fake-data.ts';
import { manualClock } from '../engine-process/manual-clock.ts';

const mib = 1024 ** 2;
const tempFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-load-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

describe('nvidia-smi', () => {
  test.each([
    [
      '0, NVIDIA GeForce RTX 5060 Ti, 97, 9318, 16311, 71, 142.53, 180.00, 2557',
      [0, 'NVIDIA GeForce RTX 5060 Ti', 97, 9318 * mib, 16311 * mib, 71, 142.53, 180, 2557],
    ],
    [
      '1, NVIDIA T400, 4GB, 0, 12, 4096, 40, [N/A], [Not Supported], 300',
      [1, 'NVIDIA T400, 4GB', 0, 12 * mib, 4096 * mib, 40, null, null, 300],
    ],
    ['0, NVIDIA GB10, 3, [N/A], [N/A], 41, 5.1, [N/A], [N/A]', [0, 'NVIDIA GB10', 3, null, null, 41, 5.1, null, null]],
  ])('%s', (line, parts) => expect(Object.values(parseNvidiaLine(line) ?? {})).toEqual(parts));

  test.each([
    '',
    'No devices were found',
    'Unable to determine the device handle for GPU0000:01:00.0: Unknown Error',
    '0, A, 1, 2',
  ])('"%s" is no reading', (line) => expect(parseNvidiaLine(line)).toBeNull());

  test('is one process that goes on until nobody looks', { skip: process.platform === 'win32' }, async () => {
    const program = join(tempFolder(), 'nvidia-smi');
    writeFileSync(program, '#!/bin/sh\necho "0, A, 1, 2, 3, 4, 5, 6, 7"\necho "1, B, 1, 2, 3, 4, 5, 6, 7"\nexec sleep 600\n');
    chmodSync(program, 0o755);
    const source = followNvidia(2_000, program);
    await vi.waitFor(() => expect(source.read().map(({ name }) => name)).toEqual(['A', 'B']));
    source.stop();
    // Readings of a program that has ended are no readings.
    await vi.waitFor(() => expect(source.read()).toEqual([]));
  });

  test('that is not there has no readings, and no error', async () => {
    const source = followNvidia(2_000, join(tempFolder(), 'no such program'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(source.read()).toEqual([]);
    source.stop();
  });
});

test('AMD cards are read from the kernel; what it does not tell is null, other makers are left out', () => {
  const folder = tempFolder();
  const put = (path: string, text: string): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), `${text}\n`);
  };
  put('card0/device/vendor', '0x8086');
  put('card1/device/vendor', '0x1002');
  put('card1/device/gpu_busy_percent', '42');
  put('card1/device/mem_info_vram_used', '1000');
  put('card1/device/mem_info_vram_total', '2000');
  put('card1/device/hwmon/hwmon3/temp1_input', '61000');
  put('card1/device/hwmon/hwmon3/power1_average', '92000000');
  put('card1/device/hwmon/hwmon3/freq1_input', '2400000000');
  put('card1-DP-1/status', 'connected');
  put('card2/device/vendor', '0x1002');
  const read = findAmdCards(folder);
  expect(read().map((card) => Object.values(card))).toEqual([
    [0, 'AMD GPU', 42, 1000, 2000, 61, 92, null, 2400],
    [1, 'AMD GPU', null, null, null, null, null, null, null],
  ]);
  put('card1/device/gpu_busy_percent', '7');
  expect(read()[0]?.loadPercent).toBe(7);
  expect(findAmdCards(join(folder, 'nowhere'))()).toEqual([]);
});

/** How many files of processes this one holds open, of a process and those that were started after it: others may be looked at too. */
const keptFiles = (oldest: number): number =>
  readdirSync('/proc/self/fd').filter((name) => {
    try {
      const [, pid] = /^\/proc\/(\d+)\/statm?$/.exec(readlinkSync(`/proc/self/fd/${name}`)) ?? [];
      return Number(pid) >= oldest;
    } catch {
      // The folder's own, closed by now.
      return false;
    }
  }).length;

describe('a process meter', () => {
  test.skipIf(process.platform !== 'linux')('counts a process with its children, and nothing once they are gone', async () => {
    const code =
      "const { spawn } = require('child_process'); spawn(process.execPath, ['-e', 'console.log(1); for (;;);'], { stdio: ['ignore', 1, 2] }); setInterval(() => {}, 1e6);";
    const parent = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
    onTestFinished(() => {
      try {
        process.kill(-(parent.pid ?? 0), 'SIGKILL');
      } catch {
        // It is gone already.
      }
    });
    await once(parent.stdout, 'data');
    const meter = createProcessMeter(parent.pid ?? 0);
    const first = meter.read(performance.now());
    expect(first.cpuPercent).toBeNull();
    expect(first.ramBytes).toBeGreaterThan(30 * mib);
    // The parent itself does nothing: what is counted is its child's.
    await vi.waitFor(() => expect(meter.read(performance.now()).cpuPercent).toBeGreaterThan(1), { timeout: 20_000 });
    process.kill(-(parent.pid ?? 0), 'SIGKILL');
    await once(parent, 'close');
    await vi.waitFor(() => expect(meter.read(performance.now())).toEqual({ cpuPercent: null, ramBytes: null }));
  });

  test.skipIf(process.platform !== 'linux')(
    'finds a child that was started later, and keeps no file of what is gone',
    async () => {
      const code = `const { spawn } = require('child_process');
      process.stdin.on('data', () => spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1e6)'], { stdio: ['ignore', 1, 2] }));
      console.log(0);`;
      const parent = spawn(process.execPath, ['-e', code], { stdio: ['pipe', 'pipe', 'ignore'], detached: true });
      const { pid } = parent;
      if (pid === undefined) throw new Error('nothing was started');
      onTestFinished(() => void parent.kill('SIGKILL'));
      await once(parent.stdout, 'data');
      const meter = createProcessMeter(pid);
      const other = createProcessMeter(pid);
      const before = keptFiles(pid);
      let now = 0;
      const look = (): number => {
        now += 2_000;
        return meter.read(now).ramBytes ?? 0;
      };
      const alone = look();
      // What the kernel says in bytes; it counts a little behind.
      const told = Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
      expect(Math.abs(alone - told)).toBeLessThan(told / 10);
      other.read(0);
      other.stop();
      expect(keptFiles(pid)).toBe(before + 2);
      parent.stdin.write('go');
      await once(parent.stdout, 'data');
      // Ten seconds of looks: each brings what is known, one of them what is new.
      const looks = Array.from({ length: 5 }, look);
      expect(looks.at(-1)).toBeGreaterThan(alone + 25 * mib);
      process.kill(-pid, 'SIGKILL');
      await once(parent, 'close');
      // One that is ending has no memory any more and is still there.
      await vi.waitFor(() => expect([look(), keptFiles(pid)]).toEqual([0, before]));
    },
  );

  test.skipIf(process.platform !== 'linux')(
    'counts what a child does once it is found, and never more than all cores',
    async () => {
      const child = `const used = () => { const { user, system } = process.cpuUsage(); return user + system; };
      const burn = () => { const from = used(); while (used() - from < 5e5); console.log(process.pid); };
      process.on('SIGUSR2', burn); burn(); setInterval(() => {}, 1e6);`;
      const code = `const { spawn } = require('child_process');
      process.stdin.on('data', () => spawn(process.execPath, ['-e', process.argv[1]], { stdio: ['ignore', 1, 2] }));
      console.log(0);`;
      const parent = spawn(process.execPath, ['-e', code, child], { stdio: ['pipe', 'pipe', 'ignore'], detached: true });
      const { pid } = parent;
      if (pid === undefined) throw new Error('nothing was started');
      onTestFinished(() => void process.kill(-pid, 'SIGKILL'));
      await once(parent.stdout, 'data');
      const meter = createProcessMeter(pid);
      onTestFinished(meter.stop);
      let now = 0;
      const look = (afterMs: number) => {
        now += afterMs;
        return meter.read(now);
      };
      const alone = look(0);
      parent.stdin.write('go');
      const childPid = Number((await once(parent.stdout, 'data')).toString());
      // Its half second of work would be a tenth of five seconds.
      const looks = Array.from({ length: 6 }, () => look(5_000));
      expect(looks.at(-1)?.ramBytes).toBeGreaterThan((alone.ramBytes ?? 0) + 25 * mib);
      expect(Math.max(...looks.map(({ cpuPercent }) => cpuPercent ?? Number.NaN))).toBeLessThan(5);
      const burnMore = async () => {
        process.kill(childPid, 'SIGUSR2');
        await once(parent.stdout, 'data');
      };
      await burnMore();
      expect(look(5_000).cpuPercent).toBeGreaterThan(8);
      await burnMore();
      expect(look(1).cpuPercent).toBe(availableParallelism() * 100);
    },
  );

  test.skipIf(process.platform !== 'linux')('keeps few files open, and reads all processes of a tree that has more', async () => {
    const parent = spawn('/bin/sh', ['-c', 'for each in 1 2 3 4 5; do sleep 600 & done; echo go; wait'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    const { pid } = parent;
    if (pid === undefined) throw new Error('nothing was started');
    onTestFinished(() => {
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        // It is gone already.
      }
    });
    await once(parent.stdout, 'data');
    const before = keptFiles(pid);
    const all = createProcessMeter(pid);
    onTestFinished(all.stop);
    // A child that is not yet the program it will be has other memory.
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    await vi.waitFor(() =>
      expect(children.map((child) => readFileSync(`/proc/${child}/comm`, 'utf8'))).toEqual(Array(5).fill('sleep\n')),
    );
    const ramBytes = all.read(0).ramBytes ?? 0;
    expect(keptFiles(pid)).toBe(before + 12);
    all.stop();
    const few = createProcessMeter(pid, process.platform, 2);
    onTestFinished(few.stop);
    few.read(0);
    expect(few.read(1_000)).toMatchObject({ cpuPercent: expect.any(Number) });
    expect(few.read(2_000).ramBytes).toBeGreaterThan(ramBytes * 0.8);
    expect(keptFiles(pid)).toBe(before + 4);
    const none = createProcessMeter(pid, process.platform, 0);
    expect(none.read(0).ramBytes).toBeGreaterThan(ramBytes * 0.8);
    expect(keptFiles(pid)).toBe(before + 4);
    process.kill(-pid, 'SIGKILL');
    await once(parent, 'close');
    await vi.waitFor(() =>
      expect([few.read(3_000).ramBytes, none.read(3_000).ramBytes, keptFiles(pid)]).toEqual([null, null, before]),
    );
  });

  test('tells nothing where each look would start a program', () => {
    expect(createProcessMeter(process.pid, 'win32').read(0)).toEqual({ cpuPercent: null, ramBytes: null });
  });

  test('of the whole machine goes by what passed since the last look', () => {
    const times = [
      { busy: 100, all: 1000 },
      { busy: 150, all: 1200 },
      { busy: 150, all: 1200 },
    ];
    const meter = createMachineMeter(() => times.shift() ?? { busy: 0, all: 0 });
    expect([meter(), meter(), meter()]).toEqual([null, 25, null]);
  });
});

describe('looking at an engine', () => {
  const stage = (kind: 'managed' | 'external' = 'managed', pid = process.pid) => {
    const clock = manualClock();
    const told: EngineLoad[] = [];
    const sources: { isStopped: boolean }[] = [];
    const hub = { clients: 1, emit: (_: string, payload: unknown) => void told.push(payload as EngineLoad) };
    const watch = createLoadWatch({
      engines: { get: () => sampleEngine({ id: 'a', kind, pid }) },
      hub,
      clock,
      followCards(): GpuSource {
        const source = { isStopped: false };
        sources.push(source);
        return {
          read: () => [],
          stop() {
            source.isStopped = true;
          },
        };
      },
    });
    return { clock, told, sources, hub, watch };
  };

  test('nothing runs before somebody looks, and nothing after the last look has run out', () => {
    const { clock, told, sources, watch } = stage();
    clock.pass(60_000);
    expect([told.length, sources.length, clock.waiting]).toEqual([0, 0, 0]);
    const { forMs } = watch.watch('a');
    clock.pass(forMs / 2);
    watch.watch('a');
    clock.pass(forMs - 1_000);
    const before = told.length;
    expect(before).toBeGreaterThan(15);
    expect(sources).toEqual([{ isStopped: false }]);
    clock.pass(forMs);
    const after = told.length;
    clock.pass(forMs);
    expect(told).toHaveLength(after);
    expect(sources).toEqual([{ isStopped: true }]);
    expect(clock.waiting).toBe(0);
  });

  test('ends with the last client, and begins again with the next', () => {
    const { clock, hub, sources, watch } = stage();
    watch.watch('a');
    hub.clients = 0;
    clock.pass(5_000);
    expect([sources[0]?.isStopped, clock.waiting]).toEqual([true, 0]);
    hub.clients = 1;
    watch.watch('a');
    expect(sources).toHaveLength(2);
    watch.stop();
    expect([sources[1]?.isStopped, clock.waiting]).toEqual([true, 0]);
  });

  test('tells nothing of this machine about an engine that runs elsewhere', () => {
    const { clock, told, watch } = stage('external');
    watch.watch('a');
    clock.pass(10_000);
    expect(told).toEqual([]);
    watch.stop();
  });

  test.skipIf(!existsSync('/proc/stat'))('the first reading already has its numbers', () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
    onTestFinished(() => void child.kill());
    const { clock, told, watch } = stage('managed', child.pid);
    watch.watch('a');
    clock.pass(1_000);
    expect(told[0]).toMatchObject({ engine: 'a', gpus: [] });
    expect(told[0]?.cpuPercent).not.toBeNull();
    expect(told[0]?.ramBytes).toBeGreaterThan(0);
    watch.stop();
  });
});

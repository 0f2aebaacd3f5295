import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createRunProgress } from '../../../electron/benchmarks/run-progress.ts';
import { createSampler } from '../../../electron/benchmarks/sampler.ts';
import { wrongFlag } from '../../../electron/benchmarks/start-cell.ts';
import { readCpu } from '../../../electron/engine/cpu-sensors.ts';
import type { BenchmarkProgress } from '../../../shared/benchmark-outlook.ts';
import type { GpuLoad } from '../../../shared/engine-load.ts';
import { manualClock } from '../engine-process/manual-clock.ts';
import { takenSample } from './taken-sample.ts';

const card = (change: Partial<GpuLoad>): GpuLoad => ({
  index: 0,
  name: 'A',
  loadPercent: 90,
  vramUsedBytes: 1_000,
  vramTotalBytes: 8_000,
  temperatureC: 50,
  powerW: 100,
  powerLimitW: 180,
  clockMhz: 2_500,
  ...change,
});

test('a sample has the highest memory of the fullest card, and temperature and clocks at its end', () => {
  const clock = manualClock();
  const readings = [
    [card({})],
    [card({ vramUsedBytes: 6_000, temperatureC: 60 }), card({ index: 1, vramUsedBytes: 20 })],
    [card({ temperatureC: 71, clockMhz: 2_100 })],
  ];
  let stopped = 0;
  const sampler = createSampler({ clock, followCards: () => ({ read: () => readings.shift() ?? [], stop: () => stopped++ }) });
  const end = sampler.begin(null);
  clock.pass(600);
  const { peak, conditions } = end();
  expect(peak).toEqual({ ramBytes: null, vramBytes: 6_000 });
  expect(conditions.gpus).toEqual([{ index: 0, name: 'A', temperatureC: 71, clockMhz: 2_100, powerW: 100 }]);
  // Nobody can tell whose work it was where the engine runs elsewhere.
  expect(conditions.othersCpuPercent).toBeNull();
  expect(clock.waiting).toBe(0);
  sampler.stop();
  expect(stopped).toBe(1);
});

test('clocks and temperature of the processor, where the kernel tells them', () => {
  const root = mkdtempSync(join(tmpdir(), 'hearth-sys-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const put = (file: string, text: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), `${text}\n`);
  };
  expect(readCpu(root, 'linux')).toEqual({ mhz: null, temperatureC: null });
  put('devices/system/cpu/cpu0/cpufreq/scaling_cur_freq', '3000000');
  put('devices/system/cpu/cpu1/cpufreq/scaling_cur_freq', '4000000');
  put('devices/system/cpu/cpufreq/policy0/scaling_cur_freq', '9000000');
  put('class/hwmon/hwmon0/name', 'nvme');
  put('class/hwmon/hwmon0/temp1_input', '30000');
  put('class/hwmon/hwmon1/name', 'k10temp');
  put('class/hwmon/hwmon1/temp1_input', '61250');
  expect(readCpu(root, 'linux')).toEqual({ mhz: 3_500, temperatureC: 61.25 });
  expect(readCpu(root, 'win32')).toEqual({ mhz: null, temperatureC: null });
});

test('flags of a start are held against what a configuration asks for', () => {
  const cell = (flags: [string, string | null][], without: string[] = []) => {
    const settings = flags.map(([flag, value]) => ({ flag, value }));
    return { flags: settings, without, profile: { id: 'p', name: 'P', flags: settings, env: {} } };
  };
  const command = ['python', 'main.py', '--speed', '4', '--lowvram', '--fast=a'];
  expect(
    wrongFlag(
      cell([
        ['--speed', '4'],
        ['--lowvram', null],
      ]),
      command,
    ),
  ).toBeNull();
  expect(wrongFlag(cell([['--speed', '8']]), command)).toEqual({ key: 'benchFlagLost', flag: '--speed' });
  expect(wrongFlag(cell([['--highvram', null]]), command)).toEqual({ key: 'benchFlagLost', flag: '--highvram' });
  expect(wrongFlag(cell([], ['--fast']), command)).toEqual({ key: 'benchFlagStays', flag: '--fast' });
  expect(wrongFlag(cell([], ['--novram']), command)).toBeNull();
});

test('progress names the configuration at work and the next one, and what is left by what was measured', () => {
  const clock = manualClock();
  const told: BenchmarkProgress[] = [];
  const samples = [takenSample({ wallMs: 100 }), takenSample({ number: 1, isWarmup: true, wallMs: 300 })];
  const run = { id: samples[0]?.run ?? '', taken: 1, wanted: 4 };
  const hub = { attach: () => () => {}, emit: (_name: string, payload: unknown) => void told.push(payload as BenchmarkProgress) };
  // Only what progress reads of a book is there.
  const progress = createRunProgress({ run, samples } as unknown as Parameters<typeof createRunProgress>[0], { clock, hub });
  const block = (cell: number) => ({ cell, round: 0, warmups: ['9'], seeds: ['1', '2'] });
  progress.expect([block(1), block(0)]);
  expect(progress.now).toMatchObject({ phase: 'waiting', cell: null });
  progress.begin();
  progress.started(1_000);
  progress.prompt(true);
  // This block and the next one, which has to start too.
  expect(progress.now).toMatchObject({ phase: 'warmup', cell: 1, next: 0, starts: 1, startsInAll: 2, leftMs: 500 + 1_000 + 500 });
  progress.prompt(false);
  expect(progress.now.leftMs).toBe(200 + 1_000 + 500);
  progress.begin();
  expect(progress.now).toMatchObject({ phase: 'starting', cell: 0, next: null, leftMs: 1_500 });
  progress.phase('restoring');
  expect(told.map(({ phase }) => phase)).toEqual(['starting', 'warmup', 'sampling', 'starting', 'restoring']);
});

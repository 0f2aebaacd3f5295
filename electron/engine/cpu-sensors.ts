import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The processor as the kernel tells it; null where it does not, as in most virtual machines. */
export interface CpuReading {
  /** Mean of all cores that tell theirs. */
  mhz: number | null;
  temperatureC: number | null;
}

/** Drivers whose first sensor is the processor's own: docs.kernel.org/hwmon. */
const chips: ReadonlySet<string> = new Set(['coretemp', 'k10temp', 'zenpower', 'cpu_thermal']);
const kilo = 1_000;

/** Reads a few small files of /sys on Linux. Elsewhere each look would start a program of its own: nothing is read. Nothing throws. */
export const readCpu = (root: string = '/sys', platform: NodeJS.Platform = process.platform): CpuReading => {
  if (platform !== 'linux') return { mhz: null, temperatureC: null };
  const cores = join(root, 'devices', 'system', 'cpu');
  const clocks = list(cores).flatMap((name) =>
    /^cpu\d+$/.test(name) ? (number(join(cores, name, 'cpufreq', 'scaling_cur_freq')) ?? []) : [],
  );
  const sensors = join(root, 'class', 'hwmon');
  const chip = list(sensors).find((name) => chips.has(text(join(sensors, name, 'name'))));
  const degrees = chip === undefined ? null : number(join(sensors, chip, 'temp1_input'));
  return {
    mhz: clocks.length > 0 ? clocks.reduce((sum, one) => sum + one, 0) / clocks.length / kilo : null,
    temperatureC: degrees === null ? null : degrees / kilo,
  };
};

const list = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};
const text = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
};
const number = (file: string): number | null => {
  const found = text(file);
  return /^-?\d+$/.test(found) ? Number(found) : null;
};

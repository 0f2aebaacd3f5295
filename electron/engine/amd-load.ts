import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GpuLoad } from '../../shared/engine-load.ts';

const root = '/sys/class/drm';
const amd = '0x1002';

/**
 * AMD cards as the kernel's driver tells them: small files that cost next to nothing, where rocm-smi would start a Python each time.
 * Names and units: docs.kernel.org/gpu/amdgpu/thermal.html and driver-misc.html. The cards are looked for once; what is answered reads
 * them. Empty where there are none; nothing throws.
 */
export const findAmdCards = (folder: string = root): (() => GpuLoad[]) => {
  const cards = list(folder)
    .filter((name) => /^card\d+$/.test(name))
    .map((name) => join(folder, name, 'device'))
    .filter((device) => text(join(device, 'vendor')) === amd)
    .map((device) => {
      const [sensors] = list(join(device, 'hwmon'));
      return {
        device,
        name: text(join(device, 'product_name')) ?? 'AMD GPU',
        sensors: sensors === undefined ? null : join(device, 'hwmon', sensors),
      };
    });
  return () =>
    cards.map(({ device, name, sensors }, index) => {
      const sensor = (file: string): number | null => (sensors === null ? null : number(join(sensors, file)));
      const scaled = (value: number | null, unit: number): number | null => (value === null ? null : value / unit);
      return {
        index,
        name,
        loadPercent: number(join(device, 'gpu_busy_percent')),
        vramUsedBytes: number(join(device, 'mem_info_vram_used')),
        vramTotalBytes: number(join(device, 'mem_info_vram_total')),
        temperatureC: scaled(sensor('temp1_input'), 1000),
        powerW: scaled(sensor('power1_average') ?? sensor('power1_input'), 1_000_000),
        powerLimitW: scaled(sensor('power1_cap'), 1_000_000),
        clockMhz: scaled(sensor('freq1_input'), 1_000_000),
      };
    });
};

const list = (folder: string): string[] => {
  try {
    return readdirSync(folder).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  } catch {
    return [];
  }
};

const text = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8').trim() || null;
  } catch {
    return null;
  }
};

const number = (file: string): number | null => {
  const found = text(file);
  return found !== null && /^-?\d+$/.test(found) ? Number(found) : null;
};

import type { BenchmarkRun, BenchmarkSample } from '../../../shared/benchmark.ts';
import { median } from '../../../shared/stats.ts';
import { sampleKind } from './sample-kind.ts';

/** More digits than a spreadsheet keeps. */
const longNumber = /^\d{16,}$/;

/** A field that holds a separator, a quote or a line break stands between quotes (RFC 4180). */
const field = (value: string | number | null): string => {
  const text = value === null ? '' : String(value);
  // A text that a spreadsheet would take for a formula, or would round, is kept a text.
  const safe = typeof value === 'string' && (/^[=+\-@\t]/.test(text) || longNumber.test(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const head = [
  'number',
  'block',
  'configuration',
  'kind',
  'seed',
  'execution_ms',
  'wall_ms',
  'load_ms',
  'median_step_ms',
  'steps',
  'peak_vram_bytes',
  'peak_ram_bytes',
  'others_cpu_percent',
  'cpu_temperature_c',
  'gpu_temperature_c',
  'gpu_clock_mhz',
  'outlier',
  'discarded',
  'problem',
  'at',
];

/** Every sample of a run, one a line, times in ms and sizes in bytes; for spreadsheets. Pure. */
export const runCsv = (run: BenchmarkRun, samples: readonly BenchmarkSample[]): string => {
  const rows = samples.map((sample) => {
    const { number, block, cell, seed, executionMs, wallMs, loadMs, stepMs, peak, discarded, problem, at, conditions } = sample;
    const [card] = conditions?.gpus ?? [];
    const known = run.cells[cell];
    return [
      number,
      block,
      known?.configuration ?? '',
      sampleKind(sample),
      seed,
      executionMs,
      wallMs,
      loadMs,
      stepMs.length > 0 ? median(stepMs) : null,
      stepMs.length,
      peak.vramBytes,
      peak.ramBytes,
      conditions?.othersCpuPercent ?? null,
      conditions?.cpuTemperatureC ?? null,
      card?.temperatureC ?? null,
      card?.clockMhz ?? null,
      known?.outliers.includes(number) ? 1 : 0,
      discarded,
      problem?.message ?? null,
      at,
    ];
  });
  return `${[head, ...rows].map((row) => row.map(field).join(',')).join('\r\n')}\r\n`;
};

/** Everything about a run, for programs. Pure. */
export const runJson = (run: BenchmarkRun, samples: readonly BenchmarkSample[]): string =>
  `${JSON.stringify({ run, samples }, null, 2)}\n`;

import { z } from 'zod';

/** One graphics card as its driver tells it; null where it does not. */
export const GpuLoad = z.object({
  index: z.int().nonnegative(),
  name: z.string(),
  /** 0 to 100. */
  loadPercent: z.number().nullable(),
  vramUsedBytes: z.number().nullable(),
  vramTotalBytes: z.number().nullable(),
  temperatureC: z.number().nullable(),
  powerW: z.number().nullable(),
  powerLimitW: z.number().nullable(),
  /** Of its processors now. */
  clockMhz: z.number().nullable().optional(),
});
export type GpuLoad = z.infer<typeof GpuLoad>;

/** How busy an engine and its machine are; what cannot be read here is null or not in the list. */
export const EngineLoad = z.object({
  engine: z.string(),
  at: z.iso.datetime(),
  /** Of the engine with all it started; 100 is one core. */
  cpuPercent: z.number().nullable(),
  /** Memory in use by the engine with all it started. */
  ramBytes: z.number().nullable(),
  /** Of the whole machine, 0 to 100. */
  machineCpuPercent: z.number().nullable(),
  machineRamUsedBytes: z.number(),
  machineRamTotalBytes: z.number(),
  cores: z.int().positive(),
  gpus: z.array(GpuLoad),
});
export type EngineLoad = z.infer<typeof EngineLoad>;

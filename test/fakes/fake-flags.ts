import type { FlagSpec } from '../../electron/engine/flag-catalog.ts';
import type { EngineLoad } from '../../shared/engine-load.ts';
import type { FlagInfo, FlagPage } from '../../shared/flag.ts';
import type { EngineStep, Launch } from '../../shared/launch.ts';
import { ago } from './fake-data.ts';

/** A switch that nothing else is known of, as an installation tells of it. */
export const sampleSpec = (flag: string, change: Partial<FlagSpec> = {}): Omit<FlagSpec, 'group'> => ({
  flag,
  takes: 'none',
  type: 'text',
  choices: null,
  defaultValue: null,
  isRepeatable: false,
  metavar: null,
  help: '',
  exclusive: null,
  ...change,
});

/** The same as a flag of the group `memory`. */
export const sampleFlag = (flag: string, change: Partial<FlagInfo> = {}): FlagInfo => ({
  ...sampleSpec(flag),
  group: 'memory',
  since: null,
  isOwned: false,
  ...change,
});

/** A few flags of every kind, as a recent ComfyUI has them. */
export const sampleFlags = (): FlagPage => ({
  source: 'parser',
  flags: [
    sampleFlag('--gpu-only', { exclusive: 1, help: 'Store and run everything on the GPU.' }),
    sampleFlag('--highvram', { exclusive: 1, help: 'Keeps models in GPU memory.' }),
    sampleFlag('--lowvram', { exclusive: 1, help: 'Text encoders run on the CPU.' }),
    sampleFlag('--cpu', { exclusive: 1, help: 'To use the CPU for everything (slow).' }),
    sampleFlag('--reserve-vram', { takes: 'one', type: 'number', help: 'Amount of vram in GB to reserve.' }),
    sampleFlag('--async-offload', { takes: 'optional', type: 'integer', since: '0.3.31', help: 'Use async weight offloading.' }),
    sampleFlag('--disable-async-offload', { since: '0.3.76', help: 'Disable async weight offloading.' }),
    sampleFlag('--fast', {
      group: 'precision',
      takes: 'any',
      choices: ['fp16_accumulation', 'fp8_matrix_mult', 'cublas_ops', 'autotune'],
      help: 'Untested optimizations.',
    }),
    sampleFlag('--port', {
      group: 'network',
      takes: 'one',
      type: 'integer',
      defaultValue: '8188',
      isOwned: true,
      help: 'Set the listen port.',
    }),
    sampleFlag('--preview-method', {
      group: 'debugging',
      takes: 'one',
      choices: ['none', 'auto', 'latent2rgb', 'taesd'],
      defaultValue: 'none',
      help: 'Default preview method.',
    }),
    sampleFlag('--extra-model-paths-config', { group: 'folders', takes: 'some', isRepeatable: true, metavar: 'PATH' }),
    sampleFlag('--disable-all-custom-nodes', { group: 'nodes', help: 'Disable loading all custom nodes.' }),
  ],
  hints: [
    { flag: '--fast', value: 'fp16_accumulation', key: 'fastAccumulation', params: { card: 'NVIDIA GeForce RTX 5060 Ti' } },
  ],
});

export const sampleLaunch = (change: Partial<Launch> = {}): Launch => ({
  id: 'launch-1',
  startedAt: ago(3_600_000),
  readyAt: ago(3_590_000),
  endedAt: null,
  outcome: null,
  pid: 4120,
  profile: 'Default',
  command: ['python', 'main.py'],
  logBytes: 18_400,
  ...change,
});

/** A crash of a ready engine by SIGSEGV. */
export const sampleStep = (change: Partial<EngineStep> = {}): EngineStep => ({
  at: ago(600_000),
  from: 'ready',
  to: 'backoff',
  reason: 'exited',
  launchId: 'launch-0',
  pid: 4100,
  exit: {
    launchId: 'launch-0',
    code: null,
    signal: 'SIGSEGV',
    meaning: 'SIGSEGV',
    end: 'crash',
    why: 'exit',
    uptimeMs: 5_400_000,
    wasReady: true,
    lastLines: ['got prompt', 'Fatal Python error: Segmentation fault'],
    firstLine: 812,
    promptId: null,
    ramTotalBytes: 32 * 1024 ** 3,
    ramFreeBytes: 2 * 1024 ** 3,
  },
  ...change,
});

export const sampleLoad = (change: Partial<EngineLoad> = {}): EngineLoad => ({
  engine: 'demo',
  at: new Date().toISOString(),
  cpuPercent: 143,
  ramBytes: 6 * 1024 ** 3,
  machineCpuPercent: 22,
  machineRamUsedBytes: 14 * 1024 ** 3,
  machineRamTotalBytes: 32 * 1024 ** 3,
  cores: 16,
  gpus: [
    {
      index: 0,
      name: 'NVIDIA GeForce RTX 5060 Ti',
      loadPercent: 97,
      vramUsedBytes: 9.1 * 1024 ** 3,
      vramTotalBytes: 16 * 1024 ** 3,
      temperatureC: 71,
      powerW: 142.5,
      powerLimitW: 180,
    },
  ],
  ...change,
});

import { join } from 'node:path';
import type { Level } from './console.ts';
import type { Launch } from './flags/launch.ts';
import { type Machine, versions } from './machine.ts';

/** One line of the boot log. A level of null is output that did not pass through logging. */
export interface BootLine {
  level: Level | null;
  text: string;
}

const info = (text: string): BootLine => ({ level: 'INFO', text });
const warning = (text: string): BootLine => ({ level: 'WARNING', text });
const only = (condition: boolean, ...lines: BootLine[]): BootLine[] => (condition ? lines : []);

/** Where the imaginary installation lives. */
export const installDir = '/demo/ComfyUI';

/** The boot log up to the moment before the port is bound, in the order and wording of ComfyUI 0.28. Pure. */
export const bootLines = (
  launch: Launch,
  machine: Machine,
  customNodes: readonly string[],
  isDatabaseLocked: boolean,
): BootLine[] => [
  ...['schemas', 'tables', 'types', 'constraints', 'defaults', 'comments'].map((part) =>
    info(`setup plugin alembic.autogenerate.${part}`),
  ),
  ...only(launch.has('--cuda-device'), info(`Set cuda device to: ${launch.value('--cuda-device')}`)),
  ...only(launch.has('--base-directory'), info(`Setting base directory to: ${launch.base}`)),
  ...only(launch.has('--models-directory'), info(`Setting models directory to: ${launch.modelsDir}`)),
  ...only(launch.has('--output-directory'), info(`Setting output directory to: ${launch.outputDir}`)),
  ...only(launch.has('--input-directory'), info(`Setting input directory to: ${launch.inputDir}`)),
  ...only(launch.has('--user-directory'), info(`Setting user directory to: ${launch.userDir}`)),
  ...kitchenLines(machine),
  info('Checkpoint files will always be loaded safely.'),
  info(`Total VRAM ${machine.vramMb} MB, total RAM ${machine.ramMb} MB`),
  info(`pytorch version: ${machine.torch}`),
  ...only(launch.fast.includes('fp16_accumulation'), info('Enabled fp16 accumulation.')),
  info(`Set vram state to: ${machine.vramState}`),
  ...only(launch.has('--disable-smart-memory'), info('Disabling smart memory management')),
  info(`Device: ${machine.deviceName}`),
  ...only(machine.offloadStreams > 0, info(`Using async weight offloading with ${machine.offloadStreams} streams`)),
  ...only(machine.pinnedMb > 0, info(`Enabled pinned memory ${machine.pinnedMb}.0`)),
  ...only(!machine.isCpu, info('working around nvidia conv3d memory bug.')),
  info(machine.attention),
  ...dynamicVramLines(machine),
  info(`Python version: ${machine.python}`),
  info(`ComfyUI version: ${versions.comfyui}`),
  info(`comfy-aimdo version: ${versions.aimdo}`),
  info(`comfy-kitchen version: ${versions.kitchen}`),
  ...only(
    !launch.has('--front-end-root'),
    info(`comfyui-frontend-package version: ${versions.frontend}`),
    info(`comfyui-workflow-templates version: ${versions.templates}`),
    info(`comfyui-embedded-docs version: ${versions.docs}`),
    info(`comfy-kitchen version: ${versions.kitchen}`),
    info(`comfy-aimdo version: ${versions.aimdo}`),
  ),
  ...only(launch.has('--temp-directory'), info(`Setting temp directory to: ${launch.tempDir}`)),
  info(`[Prompt Server] web root: ${launch.value('--front-end-root') ?? `${installDir}/demo-pages`}`),
  ...only(!launch.has('--enable-assets'), info('Asset seeder disabled')),
  ...only(
    customNodes.length > 0,
    info('\nImport times for custom nodes:'),
    ...customNodes.map((name) => info(`   0.0 seconds: ${join(launch.base, 'custom_nodes', name)}`)),
    info(''),
  ),
  ...databaseLines(launch, isDatabaseLocked),
  ...cacheLines(launch),
];

const kitchenLines = (machine: Machine): BootLine[] => {
  const found = (name: string, isThere: boolean, why: string): BootLine =>
    info(
      `Found comfy_kitchen backend ${name}: {'available': ${isThere ? 'True' : 'False'}, 'disabled': ${name === 'triton' ? 'True' : 'False'}, ` +
        `'unavailable_reason': ${isThere ? 'None' : `'${why}'`}, 'capabilities': []}`,
    );
  const why = 'no GPU is used';
  return [found('eager', true, ''), found('cuda', !machine.isCpu, why), found('triton', !machine.isCpu, why)];
};

const dynamicVramLines = (machine: Machine): BootLine[] => {
  if (machine.dynamicVram === 'silent') return [];
  if (machine.dynamicVram === 'off') return [warning('Dynamic vram disabled with argument. Models are loaded by estimate.')];
  return [
    {
      level: null,
      text: `aimdo: src/control.c:66:INFO:comfy-aimdo inited for GPU: ${machine.gpuName} (VRAM: ${machine.vramMb} MB)`,
    },
    info('DynamicVRAM support detected and enabled'),
  ];
};

const databaseLines = (launch: Launch, isLocked: boolean): BootLine[] => [
  info('Context impl SQLiteImpl.'),
  info('Will assume non-transactional DDL.'),
  ...only(isLocked, {
    level: 'ERROR',
    text: `Failed to initialize database. Could not acquire lock on database '${databaseFile(launch) ?? ''}'. Another process may already be using it.`,
  }),
];

const cacheLines = (launch: Launch): BootLine[] => {
  const line = cacheLine(launch.cache.kind);
  return line === null ? [] : [info(line)];
};

/** What the worker says about its cache when it starts, and when its memory was freed. Pure. */
export const cacheLine = (kind: Launch['cache']['kind']): string | null => {
  if (kind === 'classic') return null;
  return kind === 'none'
    ? 'Disabling intermediate node cache.'
    : kind === 'lru'
      ? 'Using LRU cache'
      : 'Using RAM pressure cache.';
};

/** The file behind `--database-url`; null where there is none (in memory, or another kind of database). Pure. */
export const databaseFile = (launch: Pick<Launch, 'value' | 'userDir'>): string | null => {
  const url = launch.value('--database-url');
  if (url === null) return join(launch.userDir, 'comfyui.db');
  const path = /^sqlite:\/\/\/(.+)$/.exec(url)?.[1];
  return path && path !== ':memory:' ? path : null;
};

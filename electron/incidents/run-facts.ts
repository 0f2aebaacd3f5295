import { isAtLeast } from '../lib/version.ts';
import type { Evidence } from './evidence.ts';

/** What decides whether a flag would do anything. null: not known. */
export interface RunFacts {
  version: string | null;
  /** Words of the command line that the log shows. */
  args: string | null;
  /** Whether it has been on since the start. */
  asyncOffload: boolean | null;
  pinnedMemory: boolean | null;
  dynamicVram: boolean | null;
  asyncAllocator: boolean | null;
  xformers: boolean | null;
  platform: 'windows' | 'mac' | 'linux' | null;
  gpu: 'nvidia' | 'amd' | 'intel' | 'apple' | 'cpu' | null;
}

/** Reads the boot lines of the run. With another version than the log's the defaults of that version hold. Pure. */
export const readRunFacts = ({ run }: Evidence, wanted: string | null): RunFacts => {
  const find = (pattern: RegExp): RegExpExecArray | null => {
    for (const { text, role } of run) {
      const match = role === 'text' ? pattern.exec(text) : null;
      if (match) return match;
    }
    return null;
  };
  const own = find(/^ComfyUI version: (\S+)/)?.[1] ?? null;
  const version = wanted ?? own;
  // What this very version printed counts only while it is still this version.
  const isSame = wanted === null || own === null || sameVersion(wanted, own);
  const hasBoot =
    isSame &&
    find(/^(?:Total VRAM |Device: )/) !== null &&
    find(/^(?:Starting server|Using .*attention|Python version: )/) !== null;
  const device = find(/^Device: (.+)/)?.[1] ?? null;
  const gpu = gpuOf(device, find(/AMD arch|ROCm version/) !== null);
  const args = find(/python[^>]{0,400}?main\.py\b(.*)/i)?.[1] ?? null;
  const told = (pattern: RegExp): boolean | null => (hasBoot ? find(pattern) !== null : null);
  const isByDefault = (floor: string): boolean | null =>
    version === null ? null : gpu === 'apple' || gpu === 'cpu' ? false : isAtLeast(version, floor);
  const dynamicVram =
    told(/^DynamicVRAM support detected and enabled/) ?? (gpu === 'nvidia' || gpu === null ? isByDefault('0.16') : false);
  return {
    version,
    args,
    asyncOffload: told(/^Using async weight offloading with/),
    pinnedMemory: told(/^Enabled pinned memory/),
    dynamicVram: args?.includes('--disable-dynamic-vram') ? false : dynamicVram,
    asyncAllocator: isSame && device !== null && / : \w+\s*$/.test(device) ? /cudaMallocAsync/.test(device) : null,
    xformers: told(/^Using xformers attention/),
    platform: platformOf(run.map(({ text }) => text)),
    gpu,
  };
};

const sameVersion = (a: string, b: string): boolean => isAtLeast(a, b) && isAtLeast(b, a);

const gpuOf = (device: string | null, hasRocm: boolean): RunFacts['gpu'] => {
  if (hasRocm || /AMD|Radeon|gfx\d/i.test(device ?? '')) return 'amd';
  if (device === null) return null;
  if (/^mps/.test(device)) return 'apple';
  if (/^xpu/.test(device)) return 'intel';
  if (/^cpu/.test(device)) return 'cpu';
  return /^cuda/.test(device) ? 'nvidia' : null;
};

const platformOf = (lines: readonly string[]): RunFacts['platform'] => {
  for (const line of lines) {
    if (/(?:^|["'\s(])[A-Za-z]:\\|\[WinError|Windows fatal exception|Press any key to continue/.test(line)) return 'windows';
    if (/(?:^|["'\s])\/(?:Users|Applications|opt\/homebrew)\/|^Device: mps/.test(line)) return 'mac';
    if (/(?:^|["'\s])\/(?:home|root|srv|opt|mnt|usr|workspace|app|data)\//.test(line)) return 'linux';
  }
  return null;
};

import { runTool } from './run-tool.ts';

/** A graphics card as its maker's tool names it. */
export interface GpuFacts {
  name: string;
  /** Total memory; null where the tool does not say, or where it is shared with the system. */
  vramBytes: number | null;
}

const timeoutMs = 5_000;

/** The cards ComfyUI could compute on, by `nvidia-smi`, then `rocm-smi`; Apple's own chip by the machine's kind. Never throws. */
export const findGpus = async (): Promise<GpuFacts[]> => {
  if (process.platform === 'darwin') return process.arch === 'arm64' ? [{ name: 'Apple Silicon', vramBytes: null }] : [];
  const nvidia = await runTool('nvidia-smi', ['--query-gpu=name,memory.total', '--format=csv,noheader,nounits'], { timeoutMs });
  const cards = nvidia?.code === 0 ? gpusFromNvidia(nvidia.stdout) : [];
  if (cards.length > 0) return cards;
  const rocm = await runTool('rocm-smi', ['--showproductname', '--showmeminfo', 'vram', '--json'], { timeoutMs });
  return rocm?.code === 0 ? gpusFromRocm(rocm.stdout) : [];
};

/** Lines `NVIDIA GeForce RTX 5060 Ti, 16311` (MiB). Pure. */
export const gpusFromNvidia = (text: string): GpuFacts[] =>
  text.split(/\r?\n/).flatMap((line) => {
    const [, name, mib] = /^(.+), *(\d+|\[N\/A\])\s*$/.exec(line.trim()) ?? [];
    return name ? [{ name, vramBytes: mib && /^\d/.test(mib) ? Number(mib) * 1024 * 1024 : null }] : [];
  });

/** An object per card; the keys' wording changed over the versions. Pure. */
export const gpusFromRocm = (text: string): GpuFacts[] => {
  const start = text.indexOf('{');
  if (start < 0) return [];
  let cards: unknown;
  try {
    cards = JSON.parse(text.slice(start));
  } catch {
    return [];
  }
  if (typeof cards !== 'object' || cards === null) return [];
  return Object.entries(cards).flatMap(([card, value]) => {
    if (!/^card\d+$/.test(card) || typeof value !== 'object' || value === null) return [];
    const find = (pattern: RegExp): string | undefined =>
      Object.entries(value).flatMap(([key, entry]) => (pattern.test(key) && typeof entry === 'string' ? [entry] : []))[0];
    const bytes = Number(find(/^VRAM Total Memory/i));
    return [{ name: find(/^Card Series/i) ?? find(/^Card Model/i) ?? card, vramBytes: Number.isFinite(bytes) ? bytes : null }];
  });
};

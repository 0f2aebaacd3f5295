import type { FlagHint } from '../../shared/flag.ts';

/** What is known about the machine and the last start; null: not known. */
export interface HintFacts {
  platform: NodeJS.Platform;
  ramBytes: number;
  /** Cards as their makers' tools name them. */
  gpus: readonly { name: string; vramBytes: number | null }[];
  /** As the boot log told: `cpu`, `cuda:0 NVIDIA GeForce RTX 5060 Ti : cudaMallocAsync` … */
  device: string | null;
  vramMb: number | null;
  dynamicVram: boolean | null;
  torch: string | null;
  /** Key of the problem that the engine has now. */
  problem: string | null;
}

type Generation = 'turing16' | 'turing' | 'ampere' | 'ada' | 'hopper' | 'blackwell';

// The first pattern that fits decides.
const generations: readonly (readonly [Generation, RegExp])[] = [
  ['blackwell', /RTX 50[5-9]0|RTX PRO \d+ .*Blackwell|\bG?B[23]00\b/i],
  ['hopper', /\bG?H[12]00\b/i],
  ['ada', /RTX 40[5-9]0|\bL40S?\b|\bL4\b|\bRTX \d{4} Ada/i],
  ['ampere', /RTX 30[5-9]0|\bRTX A\d{4}\b|\bA(100|10|30|40|16|2)\b/i],
  ['turing', /RTX 20[5-9]0|\bTITAN RTX\b|\bT4\b|Quadro RTX/i],
  ['turing16', /GTX 16[3-6]0/i],
];

/** The generation of an NVIDIA card by its name; null: an older one, another maker's, or one that came later. Pure. */
export const gpuGeneration = (name: string): Generation | null =>
  generations.find(([, pattern]) => pattern.test(name))?.[0] ?? null;

const gib = 1024 ** 3;
const noGpuProblems: ReadonlySet<string> = new Set(['engineTorchNoCuda', 'engineNoGpu']);

interface View extends HintFacts {
  card: string | null;
  generation: Generation | null;
  /** GiB. */
  vram: number | null;
  ram: number;
  knows(flag: string): boolean;
}

type Rule = readonly [flag: string, value: string | null, key: string, when: (view: View) => boolean];

const rules: readonly Rule[] = [
  [
    '--cpu',
    null,
    'noGpu',
    ({ problem, gpus, device, platform, torch }) =>
      (problem !== null && noGpuProblems.has(problem)) ||
      (platform !== 'darwin' && gpus.length === 0 && (device === null || device === 'cpu')) ||
      (device === null && torch?.endsWith('+cpu') === true),
  ],
  ['--cuda-device', '0', 'severalGpus', ({ gpus }) => gpus.filter(({ name }) => /nvidia|geforce|rtx|gtx/i.test(name)).length > 1],
  // With dynamic VRAM the flag does nothing.
  ['--lowvram', null, 'smallVram', ({ vram, dynamicVram }) => vram !== null && vram <= 6.1 && dynamicVram !== true],
  ['--highvram', null, 'largeVram', ({ vram }) => vram !== null && vram >= 31],
  ['--fp32-vae', null, 'blackPictures', ({ generation }) => generation === 'turing16'],
  [
    '--fast',
    'fp16_accumulation',
    'fastAccumulation',
    ({ generation }) => generation === 'ampere' || generation === 'ada' || generation === 'blackwell',
  ],
  // Versions that know --fast-disk watch over the memory by themselves.
  ['--cache-none', null, 'smallRam', ({ ram, knows }) => ram < 15.5 && !knows('--fast-disk')],
  ['--high-ram', null, 'largeRam', ({ ram }) => ram >= 94],
];

/** Flags that fit this machine and that this installation knows, each with its reason. Pure. */
export const flagHints = (facts: HintFacts, knows: (flag: string) => boolean): FlagHint[] => {
  const [first] = facts.gpus;
  const booted = facts.device !== null && facts.device !== 'cpu' ? facts.device : null;
  const card = booted ?? first?.name ?? null;
  const vramBytes = booted !== null && facts.vramMb !== null ? facts.vramMb * 1024 ** 2 : (first?.vramBytes ?? null);
  const view: View = {
    ...facts,
    card,
    generation: card === null ? null : gpuGeneration(card),
    vram: vramBytes === null ? null : vramBytes / gib,
    ram: facts.ramBytes / gib,
    knows,
  };
  const params = {
    card: (card ?? '').replace(/^\w+:\d+ /, '').replace(/ : \w+$/, ''),
    vram: (view.vram ?? 0).toFixed(1),
    ram: view.ram.toFixed(1),
    count: facts.gpus.length,
  };
  return rules.flatMap(([flag, value, key, when]) => (knows(flag) && when(view) ? [{ flag, value, key, params }] : []));
};

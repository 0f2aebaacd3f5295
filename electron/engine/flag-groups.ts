import type { FlagGroup } from '../../shared/flag.ts';

// The first pattern that fits decides. Patterns rather than a list: a version newer than this file sorts itself.
const patterns: readonly (readonly [FlagGroup, RegExp])[] = [
  ['demo', /^--(speed|noise|fail)$/],
  ['folders', /-directory$|extra-model-paths|^--front-end-|^--database-url$|asset/],
  [
    'network',
    /^--(listen|port|tls-|enable-cors|max-upload|auto-launch|disable-auto-launch|multi-user|comfy-api|enable-compress|feature-flag)/,
  ],
  ['nodes', /custom-nodes|api-nodes|manager/],
  ['precision', /fp16|fp32|fp64|bf16|fp8|channels-last|upcast|^--deterministic$|^--fast$/],
  ['attention', /attention|xformers/],
  [
    'memory',
    /vram|^--(gpu-only|cpu|cpu-vae)$|cache|ram$|offload|memory|mmap|malloc|non-blocking|cuda-device|default-device|directml|oneapi|triton|fast-disk|cuda-graphs/,
  ],
  ['debugging', /verbose|log|debug|quick-test|print-server|metadata|hash|preview|list-feature/],
];

/** The group of a flag, by its name. Pure. */
export const flagGroup = (flag: string): FlagGroup => patterns.find(([, pattern]) => pattern.test(flag))?.[0] ?? 'other';

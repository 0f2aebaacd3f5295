import { isAtLeast } from '../lib/version.ts';
import type { RunFacts } from './run-facts.ts';

interface FlagLife {
  since?: string;
  removed?: string;
  /** Whether it would change anything in this run; null where that is not known. */
  hasEffect?: (facts: RunFacts) => boolean | null;
}

const withoutDynamicVram = ({ dynamicVram }: RunFacts): boolean | null => (dynamicVram === null ? null : !dynamicVram);

/** When ComfyUI's options came and went (its `cli_args.py` over the versions), and what they need to do anything. */
const lives: ReadonlyMap<string, FlagLife> = new Map<string, FlagLife>([
  ['--disable-async-offload', { since: '0.3.76', hasEffect: ({ asyncOffload }) => asyncOffload }],
  ['--disable-pinned-memory', { since: '0.3.69', hasEffect: ({ pinnedMemory }) => pinnedMemory }],
  ['--disable-dynamic-vram', { since: '0.16', hasEffect: ({ dynamicVram }) => dynamicVram }],
  ['--disable-cuda-malloc', { hasEffect: ({ asyncAllocator }) => asyncAllocator }],
  ['--disable-xformers', { hasEffect: ({ xformers }) => xformers }],
  ['--lowvram', { hasEffect: withoutDynamicVram }],
  ['--novram', { hasEffect: withoutDynamicVram }],
  ['--normalvram', { removed: '0.22' }],
  ['--vram-headroom', { since: '0.25' }],
  ['--disable-mmap', { since: '0.3.45' }],
  ['--cache-lru', { since: '0.3.30' }],
  ['--cache-none', { since: '0.3.30' }],
  ['--cache-ram', { since: '0.3.68' }],
  ['--use-ck-attention', { since: '0.32' }],
  ['--disable-cuda-graphs', { since: '0.33' }],
  ['--debug-hang', { since: '0.25' }],
  ['--database-url', { since: '0.3.41' }],
  ['--whitelist-custom-nodes', { since: '0.3.50' }],
]);

/** Whether a version knows an option; an unknown version is not held against it. Pure. */
export const isFlagKnown = (flag: string, version: string | null): boolean => {
  const { since, removed } = lives.get(flag) ?? {};
  if (version === null || !/\d/.test(version)) return true;
  if (since !== undefined && !isAtLeast(version, since)) return false;
  return removed === undefined || !isAtLeast(version, removed);
};

/** Whether an option would do anything in this run; what is not known is not held against it. Pure. */
export const hasFlagEffect = (flag: string, facts: RunFacts): boolean => {
  if (facts.args && new RegExp(`(?:^|\\s)${flag}(?:[\\s=]|$)`).test(facts.args)) return false;
  return lives.get(flag)?.hasEffect?.(facts) ?? true;
};

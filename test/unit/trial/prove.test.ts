import { describe, expect, test } from 'vitest';
import { noBootFacts } from '../../../electron/engine/boot-facts.ts';
import { remedyCatalog } from '../../../electron/incidents/remedy-catalog.ts';
import type { RemedyPlan } from '../../../electron/incidents/remedy-plan.ts';
import { proveRun, proveStart } from '../../../electron/incidents/trial/prove.ts';
import type { BootFacts } from '../../../shared/engine.ts';

const remedy = (id: keyof typeof remedyCatalog) => {
  const { flags = [], env = {}, verify }: RemedyPlan = remedyCatalog[id];
  return { flags: flags.map(([op, flag, value = null]) => ({ op, flag, value })), env, verify };
};
/** The command that the flags of a remedy lead to. */
const commandOf = (id: keyof typeof remedyCatalog): string[] => [
  'python',
  'main.py',
  ...remedy(id).flags.flatMap(({ op, flag, value }) => (op === 'remove' ? [] : value === null ? [flag] : [flag, value])),
];
const said = (
  id: keyof typeof remedyCatalog,
  facts: Partial<BootFacts>,
  lines: string[] = [],
  command = commandOf(id),
): string => {
  const { isShown, detail } = proveStart(remedy(id), { command, boot: { ...noBootFacts, ...facts }, lines });
  return `${isShown ? 'shown' : 'not'} ${detail?.key ?? '-'}`;
};

describe('a start shows whether a change took', () => {
  test.each<[keyof typeof remedyCatalog, Partial<BootFacts>, string[], string]>([
    ['disable-async-offload', { asyncOffloadStreams: null }, [], 'shown trialProvedGone'],
    ['disable-async-offload', { asyncOffloadStreams: 2 }, [], 'not trialFactStays'],
    ['disable-pinned-memory', { pinnedMemoryMb: 29_000 }, [], 'not trialFactStays'],
    ['disable-dynamic-vram', { dynamicVram: false }, [], 'shown trialProvedGone'],
    ['disable-dynamic-vram', { dynamicVram: true }, [], 'not trialFactStays'],
    ['disable-cuda-malloc', { allocator: 'native' }, [], 'shown trialProvedGone'],
    ['disable-cuda-malloc', { allocator: 'cudaMallocAsync' }, [], 'not trialFactStays'],
    ['disable-cuda-malloc', { allocator: null }, [], 'shown -'],
    ['split-attention', { attention: 'split' }, [], 'shown trialProved'],
    ['split-attention', { attention: 'pytorch' }, [], 'not trialFactMissing'],
    ['remove-sage-attention', { attention: 'sage' }, [], 'not trialFactStays'],
    ['remove-sage-attention', { attention: 'pytorch' }, [], 'shown trialProved'],
    ['disable-xformers', { attention: 'xformers' }, [], 'not trialFactStays'],
    ['novram', { vramState: 'NO_VRAM' }, [], 'shown trialProved'],
    ['lowvram', { vramState: 'NORMAL_VRAM' }, [], 'not trialFactMissing'],
    ['cpu', { device: 'cpu' }, [], 'shown trialProved'],
    ['cpu', { device: 'cuda:0 X' }, [], 'not trialFactMissing'],
    ['disable-smart-memory', {}, ['Disabling smart memory management'], 'shown trialProved'],
    ['disable-smart-memory', {}, ['Device: cuda:0'], 'not trialFactMissing'],
    ['safe-start', { customNodes: [] }, [], 'shown trialProvedGone'],
    ['safe-start', { customNodes: [{ name: 'A', seconds: 1, failed: false }] }, [], 'not trialFactStays'],
    ['update-manager', { customNodes: [{ name: 'A', seconds: 1, failed: true }] }, [], 'not trialFactStays'],
    ['reserve-vram', {}, [], 'shown -'],
    ['restart-engine', {}, [], 'shown -'],
  ])('%s with %j: %s', (id, facts, lines, expected) => {
    expect(said(id, facts, lines)).toBe(expected);
  });

  test('flags of the run that win over every profile are named', () => {
    expect(said('reserve-vram', {}, [], ['python', 'main.py'])).toBe('not trialFlagLost');
    expect(said('remove-fast', {}, [], ['python', 'main.py', '--fast'])).toBe('not trialFlagStays');
    expect(said('remove-fast', {}, [], ['python', 'main.py', '--fast-disk'])).toBe('shown -');
  });
});

test.each<[keyof typeof remedyCatalog, string[], boolean]>([
  ['cpu-vae', ['VAE load device: cpu, offload device: cpu, dtype: torch.float32'], true],
  ['cpu-vae', ['VAE load device: cuda:0, offload device: cpu, dtype: torch.bfloat16'], false],
  ['cpu-vae', [], true],
  ['fp32-vae', ['VAE load device: cuda:0, offload device: cpu, dtype: torch.float32'], true],
  ['fp32-vae', ['VAE load device: cuda:0, offload device: cpu, dtype: torch.bfloat16'], false],
  ['bf16-vae', ['VAE load device: cuda:0, offload device: cpu, dtype: torch.bfloat16'], true],
  ['disable-async-offload', [], true],
])('%s under the job with %j: %s', (id, lines, isShown) => {
  expect(proveRun(remedy(id), { command: [], boot: noBootFacts, lines }).isShown).toBe(isShown);
});

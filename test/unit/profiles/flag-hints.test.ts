import { describe, expect, test } from 'vitest';
import { flagHints, gpuGeneration, type HintFacts } from '../../../electron/engine/flag-hints.ts';
import { en } from '../../../shared/i18n/en.ts';
import { ko } from '../../../shared/i18n/ko.ts';

test.each([
  ['NVIDIA GeForce RTX 5060 Ti', 'blackwell'],
  ['cuda:0 NVIDIA GeForce RTX 5090 : cudaMallocAsync', 'blackwell'],
  ['NVIDIA RTX PRO 6000 Blackwell Workstation Edition', 'blackwell'],
  ['NVIDIA B200', 'blackwell'],
  ['NVIDIA H200', 'hopper'],
  ['NVIDIA H100 80GB HBM3', 'hopper'],
  ['NVIDIA GeForce RTX 4070 SUPER', 'ada'],
  ['NVIDIA L40S', 'ada'],
  ['NVIDIA RTX 5000 Ada Generation', 'ada'],
  ['NVIDIA RTX 4000 Ada Generation', 'ada'],
  ['NVIDIA GeForce RTX 3060', 'ampere'],
  ['NVIDIA A100-SXM4-80GB', 'ampere'],
  ['NVIDIA RTX A6000', 'ampere'],
  ['NVIDIA GeForce RTX 2070', 'turing'],
  ['Quadro RTX 3000', 'turing'],
  ['Tesla T4', 'turing'],
  ['NVIDIA GeForce GTX 1660 SUPER', 'turing16'],
  ['NVIDIA GeForce GTX 1080 Ti', null],
  ['AMD Radeon RX 7900 XTX', null],
  ['NVIDIA GeForce RTX 6090', null],
])('%s is of generation %s', (name, generation) => expect(gpuGeneration(name)).toBe(generation));

const gib = 1024 ** 3;
const facts = (change: Partial<HintFacts> = {}): HintFacts => ({
  platform: 'linux',
  ramBytes: 32 * gib,
  gpus: [{ name: 'NVIDIA GeForce RTX 4070', vramBytes: 12 * gib }],
  device: null,
  vramMb: null,
  dynamicVram: null,
  torch: null,
  problem: null,
  ...change,
});
const card = (name: string, vram: number) => ({ gpus: [{ name, vramBytes: vram * gib }] });
const hinted = (change: Partial<HintFacts>, unknown: string[] = ['--high-ram', '--fast-disk']): string[] =>
  flagHints(facts(change), (flag) => !unknown.includes(flag)).map(({ flag, value }) =>
    value === null ? flag : `${flag} ${value}`,
  );

describe('flags that fit a machine', () => {
  test.each<[string, Partial<HintFacts>, string[]]>([
    ['a usual card', {}, ['--fast fp16_accumulation']],
    ['no card', { gpus: [] }, ['--cpu']],
    ['no card, running on the processor', { gpus: [], device: 'cpu' }, ['--cpu']],
    ['a card that no tool names, but that ComfyUI runs on', { gpus: [], device: 'xpu:0 Intel Arc A770' }, []],
    ['an Apple machine', { platform: 'darwin', gpus: [] }, []],
    ['a card, but a PyTorch without CUDA', { problem: 'engineTorchNoCuda' }, ['--cpu', '--fast fp16_accumulation']],
    ['another problem', { problem: 'enginePortTaken' }, ['--fast fp16_accumulation']],
    ['a small old card', card('NVIDIA GeForce GTX 1060', 6), ['--lowvram']],
    ['a small card with dynamic VRAM', { ...card('NVIDIA GeForce GTX 1060', 6), dynamicVram: true }, []],
    ['a card that draws black pictures', card('NVIDIA GeForce GTX 1660', 6), ['--lowvram', '--fp32-vae']],
    ['a large card', card('NVIDIA H200', 139), ['--highvram']],
    ['little memory', { ...card('NVIDIA GeForce GTX 1080', 8), ramBytes: 12 * gib }, ['--cache-none']],
    [
      'two cards',
      { gpus: [...card('NVIDIA GeForce GTX 1080', 8).gpus, ...card('NVIDIA GeForce GTX 1080', 8).gpus] },
      ['--cuda-device 0'],
    ],
    ['the boot log before the tools', { device: 'cuda:0 NVIDIA H200 : native', vramMb: 143_000 }, ['--highvram']],
  ])('%s', (_, change, flags) => expect(hinted(change)).toEqual(flags));

  test('only those that the installation knows', () => {
    expect(hinted({ gpus: [] }, ['--cpu'])).toEqual([]);
    expect(hinted({ ramBytes: 12 * gib, ...card('NVIDIA GeForce GTX 1080', 8) }, ['--high-ram'])).toEqual([]);
    expect(hinted({ ramBytes: 128 * gib, ...card('NVIDIA GeForce GTX 1080', 8) }, [])).toEqual(['--high-ram']);
  });

  test('each with a reason in both languages that names the card', () => {
    const all = [facts({ gpus: [] }), facts({ ...card('NVIDIA H200', 139), ramBytes: 256 * gib })].flatMap((each) =>
      flagHints(each, () => true),
    );
    for (const { key } of all) {
      expect(Object.keys(en.profiles.hints)).toContain(key);
      expect(Object.keys(ko.profiles.hints)).toContain(key);
    }
    const [fast] = flagHints(facts({ device: 'cuda:0 NVIDIA GeForce RTX 5060 Ti : cudaMallocAsync' }), () => true);
    expect(fast?.params.card).toBe('NVIDIA GeForce RTX 5060 Ti');
  });
});

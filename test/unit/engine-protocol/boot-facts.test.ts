import { describe, expect, test } from 'vitest';
import type { BootLog } from '../../../electron/engine/boot-facts.ts';
import { emptyBootLog, noBootFacts, plainLine, readBootLine } from '../../../electron/engine/boot-facts.ts';

const read = (text: string, from: BootLog = emptyBootLog): BootLog => text.split('\n').reduce(readBootLine, from);

/** The same lines as ComfyUI writes them since 0.23: a coloured level before each message, not before its further lines. */
const tagged = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line.startsWith('|') ? line.slice(1) : `\u001b[32m[INFO]\u001b[0m ${line}`))
    .join('\n');

const gpuBoot = `Checkpoint files will always be loaded safely.
Total VRAM 16311 MB, total RAM 64222 MB
pytorch version: 2.9.1+cu128
Set vram state to: NORMAL_VRAM
Device: cuda:0 NVIDIA GeForce RTX 5060 Ti : cudaMallocAsync
Device: cuda:1 NVIDIA GeForce GTX 1080 : native
Using async weight offloading with 2 streams
Enabled pinned memory 28899.0
working around nvidia conv3d memory bug.
Using pytorch attention
DynamicVRAM support detected and enabled
Python version: 3.13.9 (tags/v3.13.9:8183fa5, Oct 14 2025, 14:09:13) [MSC v.1944 64 bit (AMD64)]
ComfyUI version: 0.28.0
comfy-aimdo version: 0.4.10
comfy-kitchen version: 0.2.20
comfyui-frontend-package version: 1.45.21
[Prompt Server] web root: /c/web
|
|Import times for custom nodes:
   0.0 seconds: /c/custom_nodes/websocket_image_save.py
   1.5 seconds (IMPORT FAILED): C:\\AI\\ComfyUI\\custom_nodes\\ComfyUI Bad Pack
Using RAM pressure cache.
   12.3 seconds: /c/custom_nodes/ComfyUI-GGUF
|
Starting server
|
To see the GUI go to: http://127.0.0.1:8188
To see the GUI go to: http://[::1]:8188`;

const gpuFacts = {
  comfyui: '0.28.0',
  python: '3.13.9',
  torch: '2.9.1+cu128',
  frontend: '1.45.21',
  comfyKitchen: '0.2.20',
  comfyAimdo: '0.4.10',
  device: 'cuda:0 NVIDIA GeForce RTX 5060 Ti',
  vramMb: 16311,
  ramMb: 64222,
  vramState: 'NORMAL_VRAM',
  allocator: 'cudaMallocAsync',
  asyncOffloadStreams: 2,
  pinnedMemoryMb: 28899,
  dynamicVram: true,
  attention: 'pytorch',
  customNodes: [
    { name: 'websocket_image_save.py', seconds: 0, failed: false },
    { name: 'ComfyUI Bad Pack', seconds: 1.5, failed: true },
    { name: 'ComfyUI-GGUF', seconds: 12.3, failed: false },
  ],
};

describe('boot facts', () => {
  test('are the same with and without the level tags of 0.23', () => {
    const plain = read(gpuBoot.replaceAll('|', ''));
    expect(plain.facts).toEqual(gpuFacts);
    expect(plain.urls).toEqual(['http://127.0.0.1:8188', 'http://[::1]:8188']);
    expect(read(tagged(gpuBoot))).toEqual(plain);
  });

  test.each<[string, Partial<typeof noBootFacts>]>([
    ['ComfyUI frontend version: 1.27.10', { frontend: '1.27.10' }],
    ['** Python version: 3.12.10 (tags/v3.12.10)', { python: '3.12.10' }],
    ['Device: mps', { device: 'mps', allocator: null }],
    ['Device: cpu', { device: 'cpu', allocator: null }],
    ['Using Flash Attention', { attention: 'flash' }],
    ['Using sage attention', { attention: 'sage' }],
    ['Using xformers attention', { attention: 'xformers' }],
    ['Using split optimization for attention', { attention: 'split' }],
    ['Using sub quadratic optimization for attention, if you have memory or speed issues', { attention: 'sub-quadratic' }],
    ['Using split attention in VAE', {}],
    ['Using RAM pressure cache.', {}],
    ['No working comfy-aimdo install detected. DynamicVRAM support disabled. Falling back', { dynamicVram: false }],
    ['Unsupported Pytorch detected. DynamicVRAM support requires Pytorch version 2.8 or later.', { dynamicVram: false }],
    ['Dynamic vram disabled with argument. If you have any issues', { dynamicVram: false }],
    ['[2026-03-02 20:14:11.304] [info]  Set vram state to: SHARED', { vramState: 'SHARED' }],
    ['Prestartup times for custom nodes:', {}],
    ['   0.4 seconds: /c/custom_nodes/ComfyUI-Manager', {}],
    ['got prompt', {}],
    ['[WARNING]', {}],
    ['', {}],
  ])('%j tells %j', (line, facts) => {
    expect(read(line).facts).toEqual({ ...noBootFacts, ...facts });
  });

  test('a line that says nothing hands back the same object', () => {
    const log = read(gpuBoot);
    expect(readBootLine(log, 'Requested to load SD1ClipModel')).toBe(log);
  });

  test('a process that starts over in place begins with empty facts', () => {
    const second = read(`Total VRAM 8192 MB, total RAM 16310 MB\nDevice: cuda:0 NVIDIA GeForce GTX 1080 : native`, read(gpuBoot));
    expect(second.urls).toEqual([]);
    expect(second.facts).toEqual({
      ...noBootFacts,
      vramMb: 8192,
      ramMb: 16310,
      device: 'cuda:0 NVIDIA GeForce GTX 1080',
      allocator: 'native',
    });
  });

  test('memory that is told twice during one boot keeps what came between', () => {
    const log = read('Total VRAM 24106 MB, total RAM 24106 MB\nDevice: cpu\nTotal VRAM 24106 MB, total RAM 24106 MB');
    expect(log.facts.device).toBe('cpu');
  });
});

test.each([
  ['\u001b[1m\u001b[33m[WARNING]\u001b[0m low memory', 'low memory'],
  ['\u001b[32m[INFO]\u001b[0m \u001b[32mPrompt executed in 0.16 seconds\u001b[0m', 'Prompt executed in 0.16 seconds'],
  ['[ComfyUI-Manager] All startup tasks have been completed.', '[ComfyUI-Manager] All startup tasks have been completed.'],
  ['   0.0 seconds: /c/x', '   0.0 seconds: /c/x'],
])('plainLine(%j)', (line, plain) => {
  expect(plainLine(line)).toBe(plain);
});

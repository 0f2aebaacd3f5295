import type { Evidence } from '../evidence.ts';
import { frames, type Rule, run, text } from './rule.ts';

const isViolation = /exception: access violation (?:reading|writing) 0x[0-9A-Fa-f]+/;

/** The violation is the exception of the node itself; monitors print the same words about the driver. */
const isNodeViolation = ({ scope, run: lines }: Evidence): readonly number[] | null => {
  const named = scope.find(({ text: line }) => line.startsWith('!!! Exception during processing') && isViolation.test(line));
  if (!named) return null;
  const aimdo = scope.find(({ text: line }) => /comfy_aimdo|model_vbar|vbar_fault/.test(line));
  const boot = lines.find(({ text: line }) => line.includes('DynamicVRAM support detected'));
  const other = aimdo ?? boot;
  return other ? [named.n, other.n] : null;
};

const segfaultsInAimdo = ({ stacks }: Evidence): readonly number[] | null => {
  for (const { n, what, frames: stack } of stacks) {
    const guilty = stack.find(({ file }) => /comfy_aimdo[\\/]/.test(file));
    if (guilty && what.includes('Segmentation fault')) return [n, guilty.n];
  }
  return null;
};

/** comfy-aimdo, dynamic VRAM and the offload streams. */
export const offloadRules: readonly Rule[] = [
  {
    id: 'access-violation-aimdo',
    layer: 'comfyui',
    confidence: 'high',
    test: isNodeViolation,
    testAnchors: ['exception: access violation', 'comfy_aimdo', 'model_vbar', 'vbar_fault', 'DynamicVRAM support'],
    remedies: ['update-comfyui', 'disable-dynamic-vram'],
  },
  {
    id: 'segfault-aimdo-linux',
    layer: 'comfyui',
    confidence: 'high',
    test: segfaultsInAimdo,
    testAnchors: ['Segmentation fault', 'comfy_aimdo'],
    remedies: ['update-aimdo', 'disable-cuda-graphs', 'disable-dynamic-vram', 'update-node-pack'],
  },
  {
    id: 'stack-overflow-c00000fd',
    layer: 'comfyui',
    confidence: 'medium',
    any: [text(['Windows fatal exception: stack overflow', '0xC00000FD', 'Cannot recover from stack overflow'])],
    exit: { codes: [3221225725], isEnough: true },
    show: [frames(['in _load_list', 'in validate_inputs'])],
    remedies: ['remove-loop', 'install-requirements', 'disable-dynamic-vram', 'safe-start', 'roll-back-comfyui'],
  },
  {
    id: 'aimdo-vram-alloc-failed-non-oom',
    layer: 'comfyui',
    confidence: 'high',
    any: [
      text('VRAM Allocation failed (non OOM)'),
      text('Fault failed: ', /RuntimeError: Fault failed: \d+|^!!! Exception.* Fault failed: \d+/),
      text(['VBAR allocation failed', 'Address space for VBAR']),
      text('device not ready', /cuMemSetAccess\(.*device not ready/),
    ],
    remedies: ['update-comfyui', 'disable-dynamic-vram', 'disable-smart-memory'],
  },
  {
    id: 'aimdo-hostbuffer-failed',
    layer: 'comfyui',
    confidence: 'medium',
    any: [text('HostBuffer', /HostBuffer(?:\.\w+| allocation) failed/), text('hostbuf_file_reader_read failed')],
    remedies: ['copy-model-local', 'disable-dynamic-vram', 'update-comfyui'],
  },
  {
    id: 'async-offload-image-corruption',
    layer: 'comfyui',
    applies: 'outside',
    confidence: 'medium',
    show: [run('Using async weight offloading with')],
    remedies: ['update-comfyui', 'disable-async-offload'],
  },
  {
    id: 'disable-async-offload-black-output',
    layer: 'config',
    applies: 'outside',
    confidence: 'medium',
    remedies: ['update-comfyui', 'remove-disable-async-offload'],
  },
  {
    id: 'async-offload-slow-hang',
    layer: 'comfyui',
    applies: 'outside',
    confidence: 'medium',
    show: [run('Using async weight offloading with')],
    remedies: ['disable-async-offload', 'reserve-vram'],
  },
  {
    id: 'hang-first-step',
    layer: 'comfyui',
    applies: 'hang',
    confidence: 'medium',
    test: ({ lastLine }) => (lastLine && /0%\|[^|]*\| *0\/\d+ /.test(lastLine.text) ? [lastLine.n] : null),
    show: [run('Using async weight offloading with')],
    remedies: ['wait-for-compile', 'reserve-vram', 'disable-async-offload', 'remove-fast'],
  },
  {
    id: 'hang-model-load',
    layer: 'comfyui',
    applies: 'hang',
    confidence: 'low',
    test: ({ lastLine }) =>
      lastLine &&
      /^(?:got prompt|Requested to load |Model \S+ prepared|loaded (?:completely|partially)|model weight dtype|model_type |gguf qtypes|VAE load device|CLIP\/text encoder model load|Using scaled fp8|Found quantization metadata|Using mixed precision|clip missing|left over keys|Using \w+ attention in VAE)/.test(
        lastLine.text,
      )
        ? [lastLine.n]
        : null,
    remedies: ['wait-and-check-disk', 'disable-mmap', 'update-gpu-driver'],
  },
];

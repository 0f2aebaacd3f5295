import type { Evidence } from '../evidence.ts';
import { frames, type Rule, text } from './rule.ts';

const isHit = (what: string): boolean => what.includes('access violation') || what.includes('Segmentation fault');

const opensSession = ({ stacks }: Evidence): readonly number[] | null => {
  const stack = stacks.find(
    ({ what, frames: all }) => isHit(what) && all.some(({ name }) => name === '_create_inference_session'),
  );
  const guilty = stack?.frames.find(({ name }) => name === '_create_inference_session');
  return stack && guilty ? [stack.n, guilty.n] : null;
};

/** The innermost frames read a model file or a tensor that is mapped from one. */
const readsModel = ({ stacks }: Evidence): readonly number[] | null => {
  for (const { n, what, frames: all } of stacks) {
    if (!isHit(what)) continue;
    const guilty =
      all.slice(0, 6).find(({ name }) => /^(?:load_torch_file|load_safetensors|load_file|get_tensor)$/.test(name)) ??
      all
        .slice(0, 4)
        .find(
          ({ file, name }) => (/storage\.py$/.test(file) && name === '__getitem__') || /ComfyUI-GGUF[\\/]ops\.py$/.test(file),
        );
    if (guilty) return [n, guilty.n];
  }
  return null;
};

/** A banner counts only as the last thing that the process said. */
const endsInViolation = ({ stacks, scope, kind }: Evidence): readonly number[] | null => {
  const named = scope.find(({ text: line }) => line.includes('0xC0000005'));
  if (named) return [named.n];
  const stack = stacks.at(-1);
  return kind === 'process' && stack?.what.includes('access violation') ? [stack.n] : null;
};

/** The process died and no words say why. */
export const nativeRules: readonly Rule[] = [
  {
    id: 'access-violation-onnxruntime',
    layer: 'custom-node',
    confidence: 'medium',
    test: opensSession,
    testAnchors: ['_create_inference_session', 'access violation', 'Segmentation fault'],
    exit: { codes: [3221225477], signals: ['SIGSEGV'], isEnough: false },
    remedies: ['node-on-cpu', 'reinstall-onnxruntime', 'update-node-pack'],
  },
  {
    id: 'access-violation-model-load',
    layer: 'model',
    confidence: 'high',
    test: readsModel,
    testAnchors: ['access violation', 'Segmentation fault'],
    exit: { codes: [3221225477], signals: ['SIGSEGV'], isEnough: false },
    remedies: ['disable-mmap', 'enlarge-page-file', 'download-again', 'disable-pinned-memory'],
  },
  {
    id: 'stack-buffer-overrun-c0000409',
    layer: 'native',
    confidence: 'medium',
    any: [text(['0xC0000409'])],
    exit: { codes: [3221226505], isEnough: true },
    not: [text('Kernel.cu', /Kernel\.cu:\d+:/), text('CUDAMallocAsyncAllocator')],
    remedies: ['bypass-last-node', 'remove-sage-attention', 'reinstall-named-package', 'safe-start'],
  },
  {
    id: 'sigill-old-cpu',
    layer: 'native',
    confidence: 'high',
    any: [text(['Illegal instruction', 'illegal hardware instruction', 'Windows fatal exception: illegal instruction'])],
    exit: { codes: [3221225501], signals: ['SIGILL'], isEnough: true },
    not: [text('CUDA error: an illegal instruction')],
    remedies: ['disable-last-pack', 'build-without-avx'],
  },
  {
    id: 'access-violation-unknown',
    layer: 'native',
    confidence: 'medium',
    test: endsInViolation,
    testAnchors: ['0xC0000005', 'access violation'],
    exit: { codes: [3221225477], isEnough: true },
    remedies: ['restart-engine', 'enlarge-page-file', 'update-gpu-driver', 'safe-start', 'install-vc-redist'],
  },
  {
    id: 'segfault-linux',
    layer: 'native',
    confidence: 'medium',
    any: [
      text([
        'Segmentation fault',
        'segmentation fault',
        'Speicherzugriffsfehler',
        'Erreur de segmentation',
        'Errore di segmentazione',
      ]),
    ],
    exit: { signals: ['SIGSEGV'], isEnough: true },
    show: [frames('File "')],
    remedies: ['stable-torch', 'update-gpu-driver', 'hsa-override', 'safe-start'],
  },
];

import { PyError } from '../python/values.ts';

/** Frames of a Python traceback, outermost first: `[file, line, function]` below the installation. */
export type Frames = readonly (readonly [file: string, line: number, name: string])[];

/** An error that knows where it was raised. */
export class PlacedError extends PyError {
  readonly frames: Frames;
  constructor(name: string, message: string, frames: Frames) {
    super(name, message);
    this.frames = frames;
  }
}

const offload: Frames = [
  ['comfy/ops.py', 501, 'forward_comfy_cast_weights'],
  ['comfy/ops.py', 322, 'cast_bias_weight'],
  ['comfy/model_management.py', 1425, 'sync_stream'],
];
const t5: Frames = [
  ['nodes.py', 77, 'encode'],
  ['comfy/sd.py', 398, 'encode_from_tokens'],
  ['comfy/text_encoders/flux.py', 56, 'encode_token_weights'],
  ['comfy/sd1_clip.py', 45, 'encode_token_weights'],
  ['comfy/text_encoders/t5.py', 249, 'forward'],
];
const sampling: Frames = [
  ['nodes.py', 1607, 'sample'],
  ['comfy/sample.py', 74, 'sample'],
  ['comfy/samplers.py', 1334, 'sample'],
  ['comfy/model_base.py', 236, '_apply_model'],
];

const cudaError = (what: string, frames: Frames): PlacedError => {
  const note =
    'CUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be incorrect.';
  return new PlacedError('torch.AcceleratorError', `CUDA error: ${what}\n${note}\n`, frames);
};

/** The weights of the text encoder were awaited on a stream that had broken. */
export const asyncOffloadError = (): PlacedError => cudaError('unknown error', [...t5, ...offload]);

/** The weights of the text encoder arrived broken, copied one after the other. */
export const brokenCopyError = (): PlacedError =>
  cudaError('unknown error', [
    ...t5,
    ['comfy/ops.py', 501, 'forward_comfy_cast_weights'],
    ['comfy/ops.py', 340, 'cast_bias_weight'],
  ]);

/** A kernel touched memory that is not its own; the context is lost. */
export const illegalAccessError = (): PlacedError =>
  cudaError('an illegal memory access was encountered', [
    ...sampling,
    ['comfy/ldm/modules/attention.py', 540, 'attention_pytorch'],
  ]);

const memoryError = (frames: Frames): PlacedError =>
  new PlacedError(
    'torch.OutOfMemoryError',
    'Allocation on device 0 would exceed allowed memory. (out of memory)\nCurrently allocated     : 14.92 GiB\nRequested               : 3.17 GiB\nDevice limit            : 15.93 GiB\nFree (according to CUDA): 12.25 MiB\nPyTorch limit (set by user-supplied memory fraction)\n                        : 17179869184.00 GiB',
    frames,
  );

export const outOfMemoryError = (): PlacedError =>
  memoryError([...sampling, ['comfy/ldm/modules/attention.py', 540, 'attention_pytorch']]);

/** The decoder had the whole picture in memory at once. */
export const decoderMemoryError = (): PlacedError =>
  memoryError([
    ['nodes.py', 320, 'decode'],
    ['comfy/sd.py', 1024, 'decode'],
  ]);

export const shapeError = (): PlacedError =>
  new PlacedError('RuntimeError', 'mat1 and mat2 shapes cannot be multiplied (77x2048 and 768x320)', [
    ...sampling,
    ['comfy/ops.py', 164, 'forward'],
  ]);

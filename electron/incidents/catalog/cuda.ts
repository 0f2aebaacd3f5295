import type { Evidence } from '../evidence.ts';
import { anywhere, frames, type Rule, run, text } from './rule.ts';

const offloadFrame =
  /^(?:sync_stream|cast_bias_weight\w*|cast_to_gathered|cast_modules_with_vbar|get_offload_stream|wait_stream)$/;
const unknownError = 'CUDA error: unknown error';

/** The exception came up in a node (not in the thread around it) while a weight was on its way through the offload stream. */
const isInOffload = ({ tracebacks, scope }: Evidence): readonly number[] | null => {
  const isNamed = scope.some(({ text: line }) => line.startsWith('!!! Exception') && line.includes(unknownError));
  for (const { place, message, exceptionLine, frames: stack } of tracebacks) {
    if (place === 'worker' || place === 'callback') continue;
    if (!(exceptionLine === null ? isNamed : message.startsWith(unknownError))) continue;
    const guilty = stack.filter(({ name }) => offloadFrame.test(name));
    if (guilty.length > 0) return [...(exceptionLine === null ? [] : [exceptionLine]), ...guilty.map(({ n }) => n)];
  }
  return null;
};

/** Errors of the CUDA runtime that break its context: every later job of the process fails too. */
export const cudaRules: readonly Rule[] = [
  {
    id: 'cuda-unknown-error-async-offload',
    layer: 'driver',
    confidence: 'high',
    all: [text(unknownError), run('Using async weight offloading with')],
    not: [text('CUDA unknown error - this may be due')],
    test: isInOffload,
    show: [run('cudaMallocAsync'), run('DynamicVRAM support detected and enabled'), run('Enabled pinned memory')],
    remedies: [
      'disable-async-offload',
      'disable-pinned-memory',
      'disable-dynamic-vram',
      'disable-cuda-malloc',
      'update-gpu-driver',
    ],
  },
  {
    id: 'cuda-unknown-error-driver-lost',
    layer: 'driver',
    confidence: 'medium',
    all: [text(unknownError)],
    show: [run(['Could not get GPU', 'NVML'])],
    remedies: ['restart-engine', 'update-gpu-driver', 'calm-gpu'],
  },
  {
    id: 'cuda-illegal-memory-access',
    layer: 'driver',
    confidence: 'high',
    any: [text('CUDA error: an illegal memory access was encountered'), text('cudaErrorIllegalAddress')],
    not: [anywhere(['nunchaku', 'gemm_w4a4']), text('HIP error')],
    remedies: [
      'restart-engine',
      'disable-async-offload',
      'plain-attention-or-precision',
      'disable-pinned-memory',
      'update-gpu-driver',
    ],
  },
  {
    id: 'cuda-illegal-instruction',
    layer: 'driver',
    confidence: 'medium',
    all: [text('CUDA error: an illegal instruction was encountered')],
    remedies: ['restart-engine', 'remove-overclock', 'update-gpu-driver', 'reinstall-torch'],
  },
  {
    id: 'cuda-device-side-assert',
    layer: 'driver',
    confidence: 'high',
    any: [
      text('device-side assert triggered'),
      text('Assertion', /(?:Index|Indexing|ScatterGather|Embedding|Loss|NLL)\w*\.cu:\d+:|\.cu:\d+: .{0,80}block: \[/),
      text('cudaErrorAssert'),
    ],
    show: [text('Assertion')],
    remedies: ['restart-engine', 'fix-node-input', 'update-node-pack'],
  },
  {
    id: 'cuda-launch-timeout-tdr',
    layer: 'driver',
    confidence: 'high',
    all: [text('the launch timed out and was terminated')],
    remedies: ['tiled-vae', 'reduce-size', 'raise-tdr-delay', 'lowvram', 'novram'],
  },
  {
    id: 'cuda-operation-not-supported-malloc-async',
    layer: 'driver',
    confidence: 'high',
    all: [text('CUDA error: operation not supported')],
    show: [run('this card most likely does not support cuda-malloc'), run('cudaMallocAsync')],
    remedies: ['disable-cuda-malloc'],
  },
  {
    id: 'cuda-invalid-argument-malloc-async-abort',
    layer: 'driver',
    confidence: 'medium',
    any: [
      text('CUDAMallocAsyncAllocator.cpp', /CUDAMallocAsyncAllocator\.cpp:\d+/),
      text("throwing an instance of 'c10::AcceleratorError'"),
    ],
    not: [text('CUDA error:', /CUDA error: (?!invalid argument)/)],
    remedies: ['disable-cuda-malloc', 'disable-dynamic-vram', 'update-comfyui'],
  },
  {
    id: 'cuda-invalid-argument-pinned-gguf',
    layer: 'custom-node',
    confidence: 'high',
    all: [text('CUDA error', /CUDA error(?: \([^)]*\))?: invalid argument/), anywhere('gguf', /gguf/i)],
    not: [text('CUDAMallocAsyncAllocator')],
    show: [run('Enabled pinned memory')],
    remedies: ['disable-pinned-memory', 'update-gguf-pack', 'disable-async-offload'],
  },
  {
    id: 'cuda-invalid-argument',
    layer: 'driver',
    confidence: 'low',
    all: [text('CUDA error', /CUDA error(?: \([^)]*\))?: invalid argument/)],
    not: [text('CUDAMallocAsyncAllocator')],
    remedies: ['disable-pinned-memory', 'disable-async-offload', 'disable-xformers', 'disable-cuda-malloc'],
  },
  {
    id: 'cuda-misaligned-address',
    layer: 'driver',
    confidence: 'low',
    any: [text('CUDA error: misaligned address'), text('CUDA error: unspecified launch failure')],
    remedies: ['restart-engine', 'update-node-pack', 'update-gpu-driver'],
  },
  {
    id: 'nunchaku-illegal-memory-access',
    layer: 'custom-node',
    confidence: 'high',
    all: [text('illegal memory access')],
    any: [anywhere('nunchaku', /nunchaku/i), anywhere('gemm_w4a4'), text('CUDA kernel launch failed: an illegal memory access')],
    not: [text('HIP error')],
    remedies: ['use-other-precision', 'install-nunchaku-wheel'],
  },
  {
    id: 'cublas-zluda-not-supported',
    layer: 'driver',
    confidence: 'medium',
    all: [text('CUBLAS_STATUS_'), run('zluda', /zluda/i)],
    remedies: ['reinstall-hip-sdk', 'native-rocm-build'],
  },
  {
    id: 'cublas-not-supported-fp8',
    layer: 'torch',
    confidence: 'high',
    all: [text('CUBLAS_STATUS_NOT_SUPPORTED')],
    any: [anywhere('cublasLt'), anywhere('_scaled_mm'), anywhere('fp8')],
    remedies: ['remove-fast', 'use-other-precision', 'reinstall-torch'],
  },
  {
    id: 'cublas-execution-failed',
    layer: 'driver',
    confidence: 'medium',
    all: [
      text(
        'CUBLAS_STATUS_',
        /CUBLAS_STATUS_(?:EXECUTION_FAILED|INTERNAL_ERROR|ALLOC_FAILED|NOT_INITIALIZED|NOT_SUPPORTED|ARCH_MISMATCH|INVALID_VALUE|MAPPING_ERROR)/,
      ),
    ],
    remedies: ['restart-engine', 'reserve-vram', 'force-fp32', 'update-gpu-driver'],
  },
  {
    id: 'cudnn-library-missing',
    layer: 'torch',
    confidence: 'high',
    any: [
      text('Could not locate cudnn', /Could not locate cudnn_\w+64_\d+\.dll/),
      text('Unable to load any of {libcudnn'),
      text('Could not load library libcudnn', /Could not load library libcudnn\w*\.so/),
    ],
    remedies: ['node-on-cpu', 'reinstall-onnxruntime'],
  },
  {
    id: 'cudnn-error',
    layer: 'torch',
    confidence: 'medium',
    any: [
      text('CUDNN_STATUS_', /CUDNN_STATUS_[A-Z]/),
      text('unable to find an engine to execute this computation'),
      text('Unable to find a valid cuDNN algorithm'),
    ],
    not: [frames('comfy_aimdo')],
    remedies: ['restart-engine', 'tiled-vae', 'disable-cudnn', 'reinstall-torch'],
  },
];

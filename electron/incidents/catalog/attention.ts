import type { Evidence } from '../evidence.ts';
import { anywhere, type Rule, text } from './rule.ts';

const attentionName = /sage_?att(?:ention|n)|flash[_-]?att(?:ention|n)/i;

/** The attention package is named in the failure; the list of all loaded modules names everything and proves nothing. */
const namesAttention = ({ scope }: Evidence): readonly number[] | null => {
  const line = scope.find(({ text: each }) => !each.startsWith('Extension modules:') && attentionName.test(each));
  return line ? [line.n] : null;
};

/** A job that ends with nothing but a missing Triton, without an attention package on the way. */
const needsTriton = ({ tracebacks, scope }: Evidence): readonly number[] | null => {
  const line = scope.find(
    ({ text: each, role }) => role === 'text' && /Cannot find a working triton installation|TritonMissing/.test(each),
  );
  if (line) return [line.n];
  const bare = tracebacks.find(
    ({ place, type, message }) =>
      place === 'node' && type === 'ModuleNotFoundError' && /^No module named 'triton\b/.test(message),
  );
  return bare?.exceptionLine ? [bare.exceptionLine] : null;
};

/** Attention packages, Triton and torch.compile. */
export const attentionRules: readonly Rule[] = [
  {
    id: 'abort-attention-extension',
    layer: 'custom-node',
    confidence: 'medium',
    all: [text('Aborted', /Fatal Python error: Aborted|\bAborted\b/)],
    not: [text(['rocBLAS', 'Memory access fault', 'libcudnn', 'CUDAMallocAsync', 'HW Exception by GPU'])],
    test: namesAttention,
    testAnchors: ['sageatt', 'sage_att', 'flash_att', 'flashatt', 'flash-att'],
    remedies: ['bypass-sage-node', 'remove-sage-attention', 'remove-flash-attention', 'install-gpu-wheel'],
  },
  {
    id: 'triton-driver-build-failed',
    layer: 'torch',
    confidence: 'high',
    all: [
      anywhere("Command '[", /Command '\[.*[\\/](?:cuda_utils|hip_utils|main|driver|__triton_launcher)\.c\b/),
      anywhere(['CalledProcessError', 'returned non-zero exit status']),
      anywhere('triton', /triton/i),
    ],
    remedies: ['bypass-compile', 'remove-sage-attention', 'python-headers', 'update-triton-windows', 'install-python-dev'],
  },
  {
    id: 'triton-kernel-compile-failed',
    layer: 'torch',
    confidence: 'high',
    any: [
      text([
        'PassManager::run failed',
        '`ptxas` failed with error code',
        'PTXASError',
        'Internal Triton PTX codegen error',
        'LLVM ERROR: Cannot select',
      ]),
      text('ptxas fatal', /ptxas fatal\s*:/),
      text('Triton only support', /Triton only supports? CUDA/),
    ],
    remedies: ['bypass-compile', 'remove-sage-attention', 'install-triton', 'clean-ptxas-path'],
  },
  {
    id: 'inductor-cache-exists',
    layer: 'torch',
    confidence: 'high',
    all: [text('[WinError 183]'), anywhere(['torchinductor', '_inductor'], /torchinductor|torch[\\/]+_inductor/)],
    remedies: ['bypass-compile', 'update-torch', 'delete-inductor-cache'],
  },
  {
    id: 'torch-compile-async-offload',
    layer: 'comfyui',
    confidence: 'low',
    all: [
      anywhere(['torch_dynamo_resume_in_', 'torch._dynamo.exc.']),
      anywhere(
        ['in sync_stream', 'in cast_bias_weight', 'in get_offload_stream'],
        /in (?:sync_stream|cast_bias_weight|get_offload_stream)\b/,
      ),
    ],
    remedies: ['update-comfyui', 'bypass-compile', 'disable-async-offload'],
  },
  {
    id: 'xformers-no-operator',
    layer: 'torch',
    confidence: 'high',
    all: [text('No operator found for `memory_efficient_attention_forward`')],
    remedies: ['disable-xformers', 'reinstall-xformers'],
  },
  {
    id: 'attention-flag-package-missing',
    layer: 'config',
    confidence: 'high',
    any: [
      text('package must be installed first', /To use the `--use-[\w-]+` feature, the `[\w.-]+` package must be installed first/),
    ],
    remedies: ['remove-sage-attention', 'remove-flash-attention', 'remove-ck-attention', 'install-printed-package'],
  },
  {
    id: 'sage-import-failed',
    layer: 'torch',
    confidence: 'high',
    all: [
      anywhere(
        ['from sageattention import', 'import sageattention', "Can't import SageAttention", 'sageattention'],
        /(?:from|import) sageattention\b|sageattention[\\/]|Can't import SageAttention/,
      ),
    ],
    any: [
      text("No module named 'triton", /ModuleNotFoundError: No module named 'triton/),
      text('DLL load failed while importing', /ImportError: DLL load failed while importing \w+/),
      text('undefined symbol', /ImportError: .*undefined symbol/),
      text("Can't import SageAttention"),
      text("No module named 'sageattention", /ModuleNotFoundError: No module named 'sageattention/),
    ],
    not: [text('cannot import name', /cannot import name 'sageattn/)],
    remedies: ['remove-sage-attention', 'choose-sdpa', 'install-sage-wheel'],
  },
  {
    id: 'sage-version-mismatch',
    layer: 'custom-node',
    confidence: 'high',
    any: [
      text('cannot import name', /cannot import name 'sageattn\w*'/),
      text(
        'got an unexpected keyword',
        /(?:attention_sage|sage\w*_forward|\w+_sage\w*_forward|sageattn\w*)\(\) got an unexpected keyword/,
      ),
    ],
    remedies: ['update-node-pack', 'bypass-sage-node', 'upgrade-sage'],
  },
  {
    id: 'flash-attn-unsupported-gpu',
    layer: 'torch',
    confidence: 'high',
    any: [
      text([
        'FlashAttention only supports Ampere GPUs or newer',
        'FlashAttention forward only supports',
        'FlashAttention only support',
      ]),
    ],
    remedies: ['choose-sdpa', 'remove-flash-attention'],
  },
  {
    id: 'triton-missing',
    layer: 'torch',
    confidence: 'high',
    test: needsTriton,
    testAnchors: ['Cannot find a working triton', 'TritonMissing', "No module named 'triton"],
    remedies: ['bypass-compile', 'install-triton'],
  },
  {
    id: 'c-compiler-missing',
    layer: 'torch',
    confidence: 'high',
    any: [text(['Failed to find C compiler', 'Compiler: cl is not found'])],
    remedies: ['bypass-compile', 'install-compiler'],
  },
];

import type { Evidence } from '../evidence.ts';
import { type Rule, run, text } from './rule.ts';

const extension =
  /[\\/](?:flash_attn|xformers|sageattention|spas_sage_attn|nunchaku|spconv|nvdiffrast|bitsandbytes|onnxruntime|torchsparse|kaolin)[\\/]/;

const extensionWords = ['third_party/flash-attention', 'flash_fwd_launch', '[ONNXRuntimeError]', 'custom_rasterizer'];
const named = /xformers[\\/]ops|no kernel image[^(]{0,200}\(at [^)]{1,200}\.(?:cu|cuh|cpp|cc|h):\d+\)/;

/** A library with kernels of its own is named, by a source file in brackets for one, or holds the innermost frame. */
const isInExtension = ({ scope, tracebacks }: Evidence): readonly number[] | null => {
  const line = scope.find((each) => named.test(each.text) || extensionWords.some((word) => each.text.includes(word)));
  if (line) return [line.n];
  const last = tracebacks.findLast(({ message }) => message.includes('no kernel image'))?.frames.at(-1);
  return last && extension.test(last.file) ? [last.n] : null;
};

const oldGpu =
  /Device: cuda:\d (?:NVIDIA )?(?:GeForce )?(?:GTX (?:[79]\d\d|10\d\d|TITAN)|GT 1030|MX ?[123]\d\d|9[1-8]0M|Tesla [KMPV]|Quadro [KMP]|TITAN (?:X|V|Xp))/;

/** A GPU that the installed builds have no code for, and drivers that do not fit. */
export const gpuSupportRules: readonly Rule[] = [
  {
    id: 'cuda-no-kernel-image-extension',
    layer: 'torch',
    confidence: 'high',
    all: [text(['no kernel image is available', 'cudaErrorNoKernelImageForDevice'])],
    test: isInExtension,
    testAnchors: extensionWords,
    remedies: ['disable-xformers', 'remove-sage-attention', 'remove-flash-attention', 'node-on-cpu', 'install-gpu-wheel'],
  },
  {
    id: 'cuda-no-kernel-image-old-gpu',
    layer: 'torch',
    confidence: 'high',
    all: [text('no kernel image is available')],
    any: [
      run('which is of cuda capability', /which is of cuda capability (?:[3-6]\.\d|7\.0)/),
      run('is not compatible', /capability sm_(?:3\d|5\d|6\d|70) is not compatible/),
      run('Device: cuda', oldGpu),
    ],
    remedies: ['torch-cu126', 'older-portable'],
  },
  {
    id: 'cuda-no-kernel-image-new-gpu',
    layer: 'torch',
    confidence: 'high',
    any: [text('no kernel image is available'), text('is not compatible', /with CUDA capability sm_1[0-9]\d is not compatible/)],
    show: [run('is not compatible with the current PyTorch'), run('pytorch version:')],
    remedies: ['torch-cu128', 'reinstall-torch'],
  },
  {
    id: 'cuda-driver-library-mismatch',
    layer: 'driver',
    confidence: 'high',
    all: [text('Unexpected error from cudaGetDeviceCount()'), text('Error 80', /\bError 80[234]\b/)],
    remedies: ['reboot', 'drop-cuda-compat', 'one-driver-version'],
  },
  {
    id: 'cuda-init-unknown-error',
    layer: 'driver',
    confidence: 'high',
    all: [text('CUDA unknown error - this may be due to an incorrectly set up environment')],
    remedies: ['reload-nvidia-uvm', 'reboot', 'update-gpu-driver'],
  },
  {
    id: 'nvidia-driver-too-old',
    layer: 'driver',
    confidence: 'high',
    all: [text('The NVIDIA driver on your system is too old', /too old \(found version \d+\)/)],
    show: [run('pytorch version:')],
    remedies: ['update-nvidia-driver', 'torch-older-cuda'],
  },
  {
    id: 'cuda-init-access-violation-old-driver',
    layer: 'driver',
    confidence: 'high',
    not: [
      run(['AMD arch', 'amdhip64', 'ROCm version', 'Starting server', 'got prompt']),
      run('Device: cuda', /Device: cuda:\d AMD/),
    ],
    test: (evidence) => startCrash(evidence),
    testAnchors: ['likely using older driver', 'access violation', '0xC0000005'],
    remedies: ['update-nvidia-driver', 'torch-cu126', 'cpu'],
  },
  {
    id: 'no-nvidia-driver',
    layer: 'driver',
    confidence: 'high',
    any: [text('Found no NVIDIA driver on your system'), text('No CUDA GPUs are available')],
    remedies: ['correct-device', 'install-gpu-build', 'cpu'],
  },
  {
    id: 'portable-silent-exit-driver',
    layer: 'driver',
    confidence: 'medium',
    all: [run('If you see this and ComfyUI did not start try updating your Nvidia Drivers')],
    not: [
      run([
        'Traceback (most recent call last)',
        'Starting server',
        'unrecognized arguments',
        'ERROR',
        'got prompt',
        'Device: ',
        'Stopped server',
      ]),
      run(['access violation', 'Fatal Python error', 'error: argument']),
    ],
    remedies: ['update-gpu-driver', 'install-vc-redist', 'reinstall-torch'],
  },
];

const cudaStart = /^(?:_lazy_init|_cuda_init|current_device|device_count|is_available|get_device_\w+)$/;

/** An access violation while torch wakes CUDA up, or one after torch's own remark about the driver. */
const startCrash = ({ run: lines, stacks, end }: Evidence): readonly number[] | null => {
  const stack = stacks.findLast(({ what }) => what.includes('access violation'));
  const isViolation =
    stack !== undefined ||
    end.code === 3221225477 ||
    end.code === -1073741819 ||
    lines.some((l) => l.text.includes('0xC0000005'));
  if (!isViolation) return null;
  const remark = lines.find((line) => line.text.includes('cudaErrorNotSupported, likely using older driver'));
  const top = stack?.frames
    .slice(0, 3)
    .find(({ file, name }) => /torch[\\/]cuda[\\/]__init__\.py$/.test(file) && cudaStart.test(name));
  if (!remark && !top) return null;
  return [remark?.n, stack?.n, top?.n].filter((n) => n !== undefined);
};

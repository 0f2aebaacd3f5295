import type { causeSigns } from '../../../shared/i18n/en/cause-signs.ts';
import type { Diagnosis } from '../../../shared/incident.ts';

type SignedCause = keyof typeof causeSigns;

/** Causes that are easily taken for each other. The order within a family is from the nearest to the farthest. */
const families: readonly (readonly SignedCause[])[] = [
  ['cuda-unknown-error-async-offload', 'cuda-unknown-error-driver-lost', 'cuda-init-unknown-error', 'cuda-illegal-memory-access'],
  ['cuda-init-unknown-error', 'cuda-driver-library-mismatch', 'nvidia-driver-too-old', 'no-nvidia-driver'],
  ['no-nvidia-driver', 'torch-cpu-build', 'nvidia-driver-too-old', 'portable-silent-exit-driver'],
  ['cuda-init-access-violation-old-driver', 'nvidia-driver-too-old', 'access-violation-unknown', 'portable-silent-exit-driver'],
  ['cuda-illegal-memory-access', 'nunchaku-illegal-memory-access', 'cuda-device-side-assert', 'cuda-misaligned-address'],
  ['cuda-illegal-instruction', 'sigill-old-cpu'],
  ['cuda-device-side-assert', 'cuda-illegal-memory-access', 'stack-buffer-overrun-c0000409'],
  ['cuda-launch-timeout-tdr', 'cuda-misaligned-address', 'cuda-unknown-error-driver-lost'],
  ['cuda-invalid-argument', 'cuda-invalid-argument-pinned-gguf', 'cuda-invalid-argument-malloc-async-abort'],
  ['cuda-operation-not-supported-malloc-async', 'cuda-invalid-argument', 'cuda-invalid-argument-malloc-async-abort'],
  ['cuda-no-kernel-image-extension', 'cuda-no-kernel-image-old-gpu', 'cuda-no-kernel-image-new-gpu'],
  ['cublas-execution-failed', 'cublas-not-supported-fp8', 'vram-oom', 'cudnn-error'],
  ['cudnn-error', 'cudnn-library-missing', 'vram-oom-vae'],
  ['hip-illegal-memory-access', 'hip-launch-failure', 'rocm-memory-access-fault', 'hip-oom'],
  ['rocm-gpu-hang', 'rocm-memory-access-fault', 'hip-launch-failure'],
  ['hip-invalid-device-function', 'miopen-status-error', 'hip-launch-failure'],
  ['vram-oom', 'vram-oom-vae', 'vram-oom-impossible-size', 'cuda-oom-pinned-memory', 'aimdo-vram-alloc-failed-non-oom'],
  ['cuda-oom-accelerator-error', 'cuda-oom-pinned-memory', 'vram-oom', 'cuda-unknown-error-async-offload'],
  ['aimdo-vram-alloc-failed-non-oom', 'vram-oom', 'access-violation-aimdo'],
  ['windows-commit-limit-1455', 'torch-dll-load-failed', 'cpu-alloc-failed', 'access-violation-model-load'],
  ['cpu-alloc-failed', 'windows-commit-limit-1455', 'ram-oom-sigkill', 'vram-oom'],
  ['ram-oom-sigkill', 'wsl-pinned-memory-oom', 'segfault-linux', 'silent-exit-after-load'],
  ['silent-exit-after-load', 'ram-oom-sigkill', 'windows-commit-limit-1455', 'system-reboot-power'],
  ['access-violation-unknown', 'access-violation-model-load', 'access-violation-onnxruntime', 'access-violation-amd-windows'],
  ['access-violation-aimdo', 'access-violation-unknown', 'torch-dll-load-failed'],
  ['access-violation-model-load', 'windows-commit-limit-1455', 'access-violation-unknown', 'safetensors-incomplete'],
  ['segfault-linux', 'segfault-aimdo-linux', 'ram-oom-sigkill', 'abort-attention-extension'],
  ['stack-buffer-overrun-c0000409', 'cuda-device-side-assert', 'stack-overflow-c00000fd', 'access-violation-unknown'],
  ['triton-missing', 'sage-import-failed', 'c-compiler-missing', 'triton-driver-build-failed'],
  ['triton-driver-build-failed', 'c-compiler-missing', 'triton-kernel-compile-failed', 'triton-missing'],
  ['triton-kernel-compile-failed', 'triton-driver-build-failed', 'inductor-cache-exists', 'abort-attention-extension'],
  ['sage-import-failed', 'sage-version-mismatch', 'attention-flag-package-missing', 'triton-missing'],
  ['core-dependency-missing', 'embedded-python-broken', 'utils-shadowed', 'custom-node-import-failed'],
  ['core-dependency-outdated', 'core-dependency-missing', 'hf-hub-version-conflict', 'comfy-package-mismatch'],
  ['comfy-package-mismatch', 'core-dependency-outdated', 'frontend-package-missing'],
  ['setuptools-pkg-resources', 'core-dependency-missing', 'custom-node-import-failed'],
  ['transformers-5-break', 'hf-hub-version-conflict', 'custom-node-api-drift'],
  ['torchcodec-load-failed', 'torchaudio-mismatch', 'ffmpeg-missing'],
  ['missing-node-type', 'custom-node-import-failed', 'prompt-input-missing'],
  ['custom-node-exception', 'custom-node-api-drift', 'dtype-mismatch', 'tensors-different-devices'],
  ['launch-flag-unrecognized', 'custom-node-hijacks-argv', 'launch-flags-exclusive', 'attention-flag-package-missing'],
  ['mat-shape-mismatch', 'dtype-mismatch', 'tensor-size-mismatch', 'latent-channels-mismatch'],
  ['state-dict-size-mismatch', 'mat-shape-mismatch', 'model-type-undetected'],
  ['clip-input-none', 'vae-input-none', 'model-type-undetected'],
  ['safetensors-incomplete', 'safetensors-header-invalid', 'checkpoint-truncated'],
  ['checkpoint-weights-only-blocked', 'checkpoint-pickle-invalid', 'checkpoint-truncated', 'safetensors-header-invalid'],
  ['missing-model-file', 'prompt-validation-failed', 'prompt-input-missing', 'missing-node-type'],
  ['prompt-validation-failed', 'prompt-input-missing', 'prompt-no-outputs', 'missing-model-file'],
  ['nan-black-image', 'audio-nan-encode', 'dtype-mismatch'],
  ['stderr-flush-errno22', 'audio-nan-encode', 'path-too-long', 'cuda-invalid-argument'],
  ['port-in-use', 'port-forbidden', 'listen-address-unavailable', 'database-locked'],
  ['database-locked', 'database-unopenable', 'alembic-revision-unknown', 'sqlite-too-old'],
  ['disk-full', 'permission-denied', 'path-too-long', 'antivirus-block'],
  ['output-folder-refused', 'permission-denied', 'disk-full', 'missing-model-file'],
  ['network-download-failed', 'hf-gated-repo', 'api-node-login'],
  ['api-node-login', 'api-node-no-credits', 'network-download-failed'],
  ['hang-first-step', 'hang-model-load', 'worker-thread-died'],
];

/** Causes whose words stand in the log too, but whose sign is the opposite of what was found. */
const contradicted: Readonly<Record<string, readonly SignedCause[]>> = {
  'cuda-unknown-error-async-offload': ['cuda-unknown-error-driver-lost'],
};

const mostShown = 4;

/** Other causes that fit as well, but for those that the finding contradicts. Pure. */
export const fittingToo = ({ cause, alsoSeen }: Pick<Diagnosis, 'cause' | 'alsoSeen'>): string[] =>
  alsoSeen.filter((other) => !contradicted[cause]?.some((each) => each === other));

/**
 * Causes that look like the one that was found and did not fit: neither it nor any that fits too. Families led by the cause come
 * first. Pure.
 */
export function lookAlikes(diagnosis: Pick<Diagnosis, 'cause' | 'alsoSeen'>): SignedCause[] {
  const { cause } = diagnosis;
  const led = families.filter(([first]) => first === cause);
  const others = families.filter(([first, ...rest]) => first !== cause && rest.some((other) => other === cause));
  const fitting = new Set([cause, ...fittingToo(diagnosis)]);
  const found = new Set([...led, ...others].flat().filter((other) => !fitting.has(other)));
  return [...found].slice(0, mostShown);
}

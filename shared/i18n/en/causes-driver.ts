/** Causes that lie in GPU drivers and runtimes, by id. */
export const driverCauses = {
  'cuda-unknown-error-async-offload': {
    title: 'Unknown CUDA error while weights were copied in the background',
    text: 'The copy stream that moves weights to the GPU failed. The job is fine, but the GPU context of this process is broken, so every later job fails until the engine restarts.',
  },
  'cuda-unknown-error-driver-lost': {
    title: 'Unknown CUDA error: the driver lost the GPU',
    text: 'The GPU stopped answering outside any weight copy: a driver reset, sleep, or unstable hardware.',
  },
  'cuda-init-unknown-error': {
    title: 'CUDA cannot be initialised',
    text: 'The driver module does not come up, often after suspend or a driver update. A restart of the engine alone does not help.',
  },
  'cuda-driver-library-mismatch': {
    title: 'CUDA library and driver do not fit together',
    text: 'The CUDA library of this system or container belongs to another driver than the one that runs.',
  },
  'hip-illegal-memory-access': {
    title: 'The AMD GPU was made to read memory that is not there',
    text: 'A kernel of ROCm went wrong for this GPU. The process cannot go on with the GPU.',
  },
  'hip-launch-failure': {
    title: 'The AMD GPU failed while it ran a kernel',
    text: 'A fault or reset of the AMD driver under load. The first failing job counts; the ones after it fail for the same reason.',
  },
  'cuda-illegal-memory-access': {
    title: 'The GPU was made to read memory that is not there',
    text: 'Often a kernel for a quantised format, or a race while weights are copied. The frame only tells where it was noticed.',
  },
  'cuda-illegal-instruction': {
    title: 'The GPU met an instruction it cannot run',
    text: 'Unstable clocks, or a driver and a torch that do not fit. This is the GPU, not the processor.',
  },
  'cuda-device-side-assert': {
    title: 'An index in the workflow is out of range on the GPU',
    text: 'A size, count or index that a node was given does not fit. The same job fails again; other jobs need a restarted engine.',
  },
  'cuda-launch-timeout-tdr': {
    title: 'The system stopped a GPU step that took too long',
    text: 'Windows allows a display GPU only seconds per step. Slow or overloaded cards exceed that.',
  },
  'cuda-operation-not-supported-malloc-async': {
    title: 'This GPU does not support the asynchronous allocator',
    text: 'Older, mobile and virtual GPUs lack it. One launch option cures it.',
  },
  'cuda-invalid-argument-malloc-async-abort': {
    title: 'The asynchronous allocator ended the process',
    text: 'Freeing video memory failed inside the allocator, and the process aborted.',
  },
  'cuda-invalid-argument': {
    title: 'CUDA refused a call as invalid',
    text: 'Usually pinned memory or background copies on a device that does not support them. Try one option at a time.',
  },
  'cuda-misaligned-address': {
    title: 'A GPU kernel used a bad address',
    text: 'A faulty custom kernel or unstable hardware.',
  },
  'cublas-zluda-not-supported': {
    title: 'ZLUDA cannot run this matrix operation',
    text: 'The HIP SDK or the rocBLAS libraries do not fit this GPU and ZLUDA build.',
  },
  'cublas-execution-failed': {
    title: 'A matrix operation failed on the GPU',
    text: 'Too little video memory for its workspace, an old GPU in half precision, or a driver reset.',
  },
  'nvidia-driver-too-old': {
    title: 'The NVIDIA driver is too old for this torch',
    text: 'The installed torch asks for a newer driver than the one that is there.',
  },
  'cuda-init-access-violation-old-driver': {
    title: 'The start crashed in CUDA: the driver is older than torch expects',
    text: 'On cu130 builds an old driver ends the process instead of being named.',
  },
  'no-nvidia-driver': {
    title: 'No NVIDIA driver or no GPU is visible',
    text: 'The driver is missing, the wrong device is chosen, or a container has no access to the GPU.',
  },
  'portable-silent-exit-driver': {
    title: 'The portable build ended right after its start, without an error',
    text: 'A library of the GPU driver or the Visual C++ runtime could not be loaded.',
  },
  'rocblas-tensile-missing': {
    title: 'rocBLAS has no code for this GPU',
    text: 'The installed ROCm package does not cover this GPU family, or the integrated GPU was picked.',
  },
  'rocm-memory-access-fault': {
    title: 'The AMD GPU hit a memory fault and the process ended',
    text: 'A fault in ROCm or the kernel, an unsupported GPU, or background copies.',
  },
  'rocm-gpu-hang': {
    title: 'The AMD GPU hung',
    text: 'The driver gave the GPU up after it stopped answering.',
  },
  'access-violation-amd-windows': {
    title: 'The process crashed on an AMD GPU under Windows',
    text: 'This GPU family is not supported by the build, or the driver is too old for it.',
  },
  'hip-invalid-device-function': {
    title: 'The ROCm build has no code for this AMD GPU',
    text: 'The torch wheel lacks this GPU, or HSA_OVERRIDE_GFX_VERSION is wrong.',
  },
  'miopen-status-error': {
    title: 'MIOpen could not run an operation',
    text: 'Choosing or building a kernel failed, often while a picture was decoded.',
  },
  'xpu-device-lost': {
    title: 'The Intel GPU was lost',
    text: 'The driver reset the GPU, often for lack of video memory.',
  },
  'xpu-ur-error': {
    title: 'The Intel GPU runtime failed',
    text: 'Driver and runtime do not fit, or an operation is not supported. OUT_OF_DEVICE_MEMORY means too little video memory.',
  },
};

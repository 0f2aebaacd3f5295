/** Causes that lie in torch and Python packages, by id. */
export const torchCauses = {
  'cuda-no-kernel-image-extension': {
    title: 'An add-on library has no code for this GPU',
    text: 'torch itself is fine; xformers, flash-attn, nunchaku, onnxruntime or another extension was built without this GPU.',
  },
  'cuda-no-kernel-image-old-gpu': {
    title: 'This torch no longer supports the GPU',
    text: 'Builds for CUDA 12.8 and newer dropped older cards.',
  },
  'cuda-no-kernel-image-new-gpu': {
    title: 'This torch is too old for the GPU',
    text: 'The GPU is newer than the installed torch build.',
  },
  'cublas-not-supported-fp8': {
    title: 'The fast fp8 path does not work here',
    text: 'The fp8 matrix operation is not supported for this GPU, shape or torch.',
  },
  'cudnn-library-missing': {
    title: 'A cuDNN library was not found',
    text: 'A package, often onnxruntime, asks for another cuDNN than torch brings. The process ends without a traceback.',
  },
  'cudnn-error': {
    title: 'cuDNN could not run an operation',
    text: 'cuDNN and torch do not fit, video memory is used up, or ZLUDA lacks it.',
  },
  'torch-dll-load-failed': {
    title: 'A library of torch cannot be loaded',
    text: 'The Visual C++ runtime or a library is missing, or torch was updated only half.',
  },
  'mps-ndarray-assert': {
    title: 'The request is too large for Metal',
    text: "One array has more elements than Apple's GPU library can address, and the process aborts.",
  },
  'mps-op-not-supported': {
    title: 'An operation is missing on Apple GPUs',
    text: 'This torch and macOS cannot run it on the GPU.',
  },
  'mps-float64': {
    title: 'A node uses double precision, which Apple GPUs lack',
    text: 'The type is missing, not the operation: a fallback does not help.',
  },
  'xformers-no-operator': {
    title: 'xformers has no attention that works here',
    text: 'xformers was built for another torch, CUDA or GPU.',
  },
  'sage-import-failed': {
    title: 'SageAttention cannot be imported',
    text: 'It was built for another torch or Python, or Triton is missing.',
  },
  'flash-attn-unsupported-gpu': {
    title: 'FlashAttention does not support this GPU',
    text: 'It needs an RTX 30 or newer.',
  },
  'triton-missing': {
    title: 'A compile step needs Triton, which is not installed',
    text: 'A node compiles the model, and that needs Triton.',
  },
  'c-compiler-missing': {
    title: 'A compile step needs a C compiler',
    text: 'No gcc or MSVC was found.',
  },
  'triton-driver-build-failed': {
    title: 'Triton could not build its helper',
    text: 'A compiler is there, but Python headers or libraries are missing.',
  },
  'triton-kernel-compile-failed': {
    title: 'Triton cannot compile a kernel for this GPU',
    text: 'Triton or its assembler does not know this GPU, or the option needs a newer card.',
  },
  'inductor-cache-exists': {
    title: 'The compile cache stumbled over its own file',
    text: 'torch 2.5 and 2.6 rename a file over an existing one, which Windows refuses.',
  },
  'torch-cpu-build': {
    title: 'A torch without GPU support is installed',
    text: 'A pack or an update replaced torch by its CPU build.',
  },
  'torchvision-nms-mismatch': {
    title: 'torch and torchvision do not match',
    text: 'Only one of them was updated.',
  },
  'torchaudio-mismatch': {
    title: 'torchaudio does not match torch',
    text: 'Only torch was updated.',
  },
  'torchcodec-load-failed': {
    title: 'torchcodec cannot be loaded',
    text: "FFmpeg's shared libraries are missing, or torchcodec belongs to another torch.",
  },
  'numpy-abi': {
    title: 'A package was built for another numpy',
    text: 'numpy 1 and 2 cannot be mixed in compiled packages.',
  },
  'hf-hub-version-conflict': {
    title: 'huggingface_hub has a version that others refuse',
    text: 'A pack up- or downgraded it.',
  },
  'transformers-5-break': {
    title: 'transformers 5 does not fit',
    text: 'This ComfyUI or pack was made for transformers 4.',
  },
  'setuptools-pkg-resources': {
    title: 'setuptools no longer brings pkg_resources',
    text: 'A pack still asks for a part that new setuptools versions dropped.',
  },
  'python-unsupported': {
    title: 'No package for this Python version',
    text: 'The package exists only for other Python versions.',
  },
  'embedded-python-broken': {
    title: 'This Python does not see ComfyUI',
    text: 'The embedded Python was replaced, or another package named "comfy" is in the way.',
  },
  'sqlite-too-old': {
    title: 'SQLite of this Python is too old',
    text: "ComfyUI's database needs SQLite 3.35 or newer.",
  },
  'nan-black-image': {
    title: 'The picture is black: the values overflowed',
    text: 'The job counts as done, but half precision overflowed while decoding.',
  },
  'audio-nan-encode': {
    title: 'The sound track holds invalid numbers',
    text: 'The audio model overflowed; the video encoder only refuses the result.',
  },
};

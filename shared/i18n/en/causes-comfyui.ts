/** Causes that lie in ComfyUI itself, by id. */
export const comfyuiCauses = {
  'cuda-oom-pinned-memory': {
    title: 'Out of memory because of pinned system memory',
    text: 'Memory that is pinned for the GPU reached the limit of driver or system.',
  },
  'cuda-oom-accelerator-error': {
    title: "Out of video memory outside torch's allocator",
    text: 'The driver itself had no memory left, often while weights were copied.',
  },
  'hip-oom': {
    title: 'Out of video memory on an AMD GPU',
    text: 'The job asks for more than is free; decoding is the usual place.',
  },
  'mps-oom': {
    title: 'Out of memory on an Apple GPU',
    text: 'The model or picture is too large for the shared memory.',
  },
  'directml-oom': {
    title: 'DirectML is out of video memory',
    text: 'DirectML cannot move parts of a model away in time.',
  },
  'vram-oom-vae': {
    title: 'Out of video memory while encoding or decoding a picture',
    text: 'Sampling worked; the picture or video is too large for the VAE in one piece.',
  },
  'vram-oom': {
    title: 'Out of video memory',
    text: 'Model and picture together need more than is free. The engine usually goes on.',
  },
  'access-violation-aimdo': {
    title: 'Dynamic loading reached memory that is not there',
    text: 'comfy-aimdo failed on this GPU and driver; the process goes on.',
  },
  'segfault-aimdo-linux': {
    title: 'Dynamic loading crashed the process',
    text: 'The crash lies inside comfy-aimdo, sometimes set off by a node pack.',
  },
  'stack-overflow-c00000fd': {
    title: 'The process ran out of stack',
    text: 'A fault in a native library, or a loop in the workflow where the frames repeat validate_inputs.',
  },
  'aimdo-vram-alloc-failed-non-oom': {
    title: 'Dynamic loading could not map video memory',
    text: 'This is no shortage of memory: a smaller picture does not help.',
  },
  'aimdo-hostbuffer-failed': {
    title: 'Dynamic loading could not read the model file',
    text: 'The disk or the file, or a fault in comfy-aimdo.',
  },
  'comfy-package-mismatch': {
    title: 'A package of ComfyUI is missing or too old',
    text: 'ComfyUI was updated without its requirements.',
  },
  'comfy-kitchen-no-backend': {
    title: 'No code for this quantised model',
    text: 'comfy-kitchen cannot handle the format of this file on this device.',
  },
  'torch-compile-async-offload': {
    title: 'Compiling and background copies do not go together',
    text: 'An early version of background copies broke inside a compiled model.',
  },
  'async-offload-image-corruption': {
    title: 'Wrong or black pictures with background copies',
    text: 'Nothing fails, but the picture is wrong. The log does not show it.',
  },
  'async-offload-slow-hang': {
    title: 'Background copies make the job extremely slow',
    text: 'Many tiny transfers; the job seems to hang at its first step.',
  },
  'core-dependency-missing': {
    title: 'A package that ComfyUI needs is not installed',
    text: 'This Python lacks it, so the start ends.',
  },
  'core-dependency-outdated': {
    title: 'A package that ComfyUI needs is too old',
    text: 'It is installed, but in a version that ComfyUI cannot use.',
  },
  'utils-shadowed': {
    title: 'Another "utils" hides ComfyUI\'s own',
    text: 'Nothing is missing: the wrong file was started, or a pack puts itself first.',
  },
  'worker-thread-died': {
    title: 'The part that runs jobs has died',
    text: 'The engine still answers, but no job will ever run until it restarts.',
  },
  'frontend-package-missing': {
    title: 'The web interface package is not installed',
    text: 'ComfyUI was updated without its requirements.',
  },
  'database-locked': {
    title: 'Another ComfyUI uses the same database',
    text: 'Two engines share a user folder.',
  },
  'alembic-revision-unknown': {
    title: 'The database was made by a newer ComfyUI',
    text: 'This version cannot read it; jobs usually run without it.',
  },
  'hang-first-step': {
    title: 'Stuck at the first step',
    text: 'Video memory spills into system memory, background copies are slow, or a model is still being compiled.',
  },
  'hang-model-load': {
    title: 'Stuck while loading a model',
    text: 'A slow or remote drive, or the GPU driver.',
  },
};

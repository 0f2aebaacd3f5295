/** Causes that lie in model files and inputs, by id. */
export const modelCauses = {
  'vram-oom-impossible-size': {
    title: 'The job asks for far more memory than the machine has',
    text: 'A size, batch or number of frames is wrong. No launch option helps.',
  },
  'access-violation-model-load': {
    title: 'The process crashed while it read a model file',
    text: 'The page file is too small for the mapping, or the file or drive is faulty.',
  },
  'mps-float8-unsupported': {
    title: 'Apple GPUs do not know fp8',
    text: 'The model file is in a format that this GPU lacks.',
  },
  'safetensors-incomplete': {
    title: 'The model file is incomplete',
    text: 'A download or copy was cut short.',
  },
  'safetensors-header-invalid': {
    title: 'This is no safetensors file',
    text: 'Often a web page or a pointer that was saved under the name of a model.',
  },
  'checkpoint-weights-only-blocked': {
    title: 'torch refused to run code from the model file',
    text: 'Pickle files may hold code; only known classes are loaded.',
  },
  'checkpoint-truncated': {
    title: 'The checkpoint is cut off',
    text: 'A download was interrupted.',
  },
  'checkpoint-pickle-invalid': {
    title: 'The checkpoint cannot be read',
    text: 'It is damaged, or something else than its name says.',
  },
  'model-type-undetected': {
    title: 'ComfyUI does not recognise the model',
    text: 'A file in the wrong folder or loader, or a model newer than this ComfyUI.',
  },
  'gguf-unknown-arch': {
    title: 'The GGUF loader does not know this model',
    text: 'The wrong loader for the file, or an old ComfyUI-GGUF.',
  },
  'state-dict-size-mismatch': {
    title: 'The file does not fit the model',
    text: 'Another version or family, or a model newer than this ComfyUI.',
  },
  'clip-input-none': {
    title: 'The text encoder is missing',
    text: 'The checkpoint brings none.',
  },
  'vae-input-none': {
    title: 'The VAE is missing',
    text: 'The checkpoint brings none.',
  },
  'mat-shape-mismatch': {
    title: 'Text encoder and model do not belong together',
    text: 'Their sizes differ. A LoRA or ControlNet of another family does the same.',
  },
  'latent-channels-mismatch': {
    title: 'The number of channels does not fit',
    text: 'A VAE or ControlNet of another family, or a picture with an alpha channel.',
  },
  'tensor-size-mismatch': {
    title: 'Sizes do not match',
    text: 'Sizes that do not divide by 64, or parts that do not belong together.',
  },
  'missing-model-file': {
    title: 'A model file of the workflow is missing',
    text: 'It is not in the folder, or has another name there.',
  },
  'prompt-input-missing': {
    title: 'A required input is missing',
    text: 'It is not connected, or the node changed since the workflow was made.',
  },
  'fp8-unsupported-on-gpu': {
    title: 'This GPU cannot compute in fp8',
    text: 'Fast fp8 needs an RTX 40 or newer, and some nodes use it without asking.',
  },
  'image-unreadable': {
    title: 'The picture cannot be read',
    text: 'It is damaged, empty or no picture.',
  },
};

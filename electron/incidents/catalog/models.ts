import { type Rule, text } from './rule.ts';

const files = '(?:safetensors|sft|ckpt|pth?|pt2|bin|gguf|onnx|engine|pkl|patch|ya?ml|json)';

/** Model files, and models that do not belong together. */
export const modelRules: readonly Rule[] = [
  {
    id: 'safetensors-incomplete',
    layer: 'model',
    confidence: 'high',
    any: [
      text([
        'MetadataIncompleteBuffer',
        'incomplete metadata, file not fully covered',
        'extends past the end of the file',
        'safetensors header is incomplete',
      ]),
    ],
    show: [text('File path: ')],
    remedies: ['download-again'],
  },
  {
    id: 'safetensors-header-invalid',
    layer: 'model',
    confidence: 'high',
    any: [
      text(['HeaderTooLarge', 'HeaderTooSmall', 'InvalidHeader', 'safetensors header is too large']),
      text('deserializing header: ', /deserializing header: (?:header too (?:large|small)|invalid |expected value)/i),
    ],
    show: [text('File path: ')],
    remedies: ['download-again'],
  },
  {
    id: 'checkpoint-weights-only-blocked',
    layer: 'model',
    confidence: 'high',
    any: [
      text('Unsupported global: GLOBAL'),
      text('WeightsUnpickler error: Unsupported', /WeightsUnpickler error: Unsupported (?:class|global)/),
    ],
    remedies: ['use-safetensors', 'let-pack-allow-file'],
  },
  {
    id: 'checkpoint-truncated',
    layer: 'model',
    confidence: 'high',
    any: [
      text('unexpected EOF, expected', /unexpected EOF, expected \d+ more bytes/),
      text([
        'PytorchStreamReader failed',
        'failed finding central directory',
        'pickle data was truncated',
        'EOFError: Ran out of input',
      ]),
    ],
    remedies: ['download-again'],
  },
  {
    id: 'checkpoint-pickle-invalid',
    layer: 'model',
    confidence: 'high',
    any: [text(['invalid load key', 'UnpicklingError']), text('Unsupported operand', /Unsupported operand \d+/)],
    remedies: ['download-again'],
  },
  {
    id: 'model-type-undetected',
    layer: 'model',
    confidence: 'high',
    any: [text(['ERROR: Could not detect model type of', 'ERROR UNSUPPORTED DIFFUSION MODEL'])],
    show: [text('HINT: ')],
    remedies: ['right-folder', 'update-comfyui'],
  },
  {
    id: 'gguf-unknown-arch',
    layer: 'model',
    confidence: 'high',
    any: [
      text('architecture type in GGUF file', /Unexpected (?:text model )?architecture type in GGUF file/),
      text('This gguf file is incompatible with llama.cpp'),
      text('rchitecture', /Unknown (?:model )?architecture/i),
    ],
    remedies: ['matching-gguf-loader', 'update-gguf-pack', 'use-safetensors'],
  },
  {
    id: 'state-dict-size-mismatch',
    layer: 'model',
    confidence: 'high',
    any: [text('Error(s) in loading state_dict for'), text('size mismatch for', /size mismatch for \S+: copying a param/)],
    remedies: ['update-comfyui', 'matching-file'],
  },
  {
    id: 'clip-input-none',
    layer: 'model',
    confidence: 'high',
    all: [text('clip input is invalid: None')],
    remedies: ['add-clip-loader'],
  },
  {
    id: 'vae-input-none',
    layer: 'model',
    confidence: 'high',
    all: [text('VAE is invalid: None')],
    remedies: ['add-vae-loader'],
  },
  {
    id: 'mat-shape-mismatch',
    layer: 'model',
    confidence: 'high',
    all: [text('mat1 and mat2 shapes cannot be multiplied')],
    remedies: ['matching-encoder', 'update-comfyui'],
  },
  {
    id: 'latent-channels-mismatch',
    layer: 'model',
    confidence: 'high',
    all: [
      text(
        'weight of size [',
        /Given (?:groups|transposed)=\d+, weight of size \[[^\]]*\], expected input ?\[[^\]]*\] to have \d+ channels, but got \d+/,
      ),
    ],
    remedies: ['matching-vae', 'inpaint-conditioning', 'update-comfyui'],
  },
  {
    id: 'tensor-size-mismatch',
    layer: 'model',
    confidence: 'medium',
    any: [
      text(
        'The size of tensor a (',
        /^(?:\S*RuntimeError: |!!! Exception during processing ?!!! ?)The size of tensor a \(\d+\) must match/,
      ),
      text(
        'Sizes of tensors must match',
        /^(?:\S*RuntimeError: |!!! Exception during processing ?!!! ?)Sizes of tensors must match/,
      ),
    ],
    remedies: ['equal-sizes', 'update-node-pack'],
  },
  {
    id: 'missing-model-file',
    layer: 'model',
    confidence: 'high',
    any: [
      text('Value not in list: ', new RegExp(`Value not in list: [^:]+: .*?\\.${files}['"]? not in `, 'i')),
      text('Value not in list: ', /Value not in list: .+ not in \[\]/),
      text(
        'Model in folder',
        /FileNotFoundError: Model in folder '[^']+' with filename|^!!! Exception.*Model in folder '[^']+' with filename/,
      ),
      text('FileNotFoundError', /FileNotFoundError: .*\.(?:safetensors|sft|ckpt|pth?|gguf|onnx)['"]/),
    ],
    remedies: ['get-model-file', 'check-model-paths'],
  },
  {
    id: 'fp8-unsupported-on-gpu',
    layer: 'model',
    confidence: 'high',
    any: [
      text('torch._scaled_mm is only supported'),
      text('fp8e4nv', /fp8e4nv (?:data type is )?not supported/),
      text(
        "not implemented for 'Float8_",
        /^(?:\S*(?:NotImplemented|Runtime)Error: |!!! Exception during processing ?!!! ?)"\w+" not implemented for 'Float8_\w+'/,
      ),
    ],
    remedies: ['use-other-precision', 'update-node-pack'],
  },
  {
    id: 'image-unreadable',
    layer: 'model',
    confidence: 'high',
    any: [
      text([
        'UnidentifiedImageError',
        'cannot identify image file',
        'Truncated File Read',
        'image file is truncated',
        'broken PNG file',
        'broken data stream',
      ]),
    ],
    remedies: ['valid-picture'],
  },
];

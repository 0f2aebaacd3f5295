import type { ClassTable } from '../../../electron/templates/templates.ts';

type Inputs = Record<string, { type?: string; choices?: (string | number | boolean)[]; options?: Record<string, unknown> }>;
const entry = (inputs: Inputs, isOutput = false) => ({
  isOutput,
  inputs: Object.entries(inputs).map(([name, { type = 'MODEL', choices = null, options = {} }]) => ({
    name,
    type: choices === null ? type : 'COMBO',
    choices,
    options,
  })),
});

/** A small `/object_info`, as the engine client gives it. */
export const classTable: ClassTable = new Map([
  [
    'KSampler',
    entry({
      // 2^64 - 1 as JSON.parse reads it.
      seed: { type: 'INT', options: { default: 0, min: 0, max: 18446744073709552000, control_after_generate: true } },
      steps: { type: 'INT', options: { default: 20, min: 1, max: 10000 } },
      cfg: { type: 'FLOAT', options: { default: 8, min: 0, max: 100, step: 0.1, round: 0.01 } },
      sampler_name: { choices: ['euler', 'dpmpp_2m'] },
      scheduler: { choices: ['normal', 'karras'] },
      denoise: { type: 'FLOAT', options: { min: 0, max: 1, step: 0.01 } },
    }),
  ],
  ['CheckpointLoaderSimple', entry({ ckpt_name: { choices: ['a.safetensors', 'b.safetensors'] } })],
  [
    'EmptyLatentImage',
    entry({
      width: { type: 'INT', options: { min: 16, max: 16384, step: 8 } },
      height: { type: 'INT', options: { min: 16, max: 16384, step: 8 } },
      batch_size: { type: 'INT', options: { min: 1, max: 4096 } },
      tiled: { type: 'BOOLEAN' },
    }),
  ],
  ['CLIPTextEncode', entry({ text: { type: 'STRING', options: { multiline: true } }, clip: {} })],
  ['LoadImage', entry({ image: { choices: ['example.png'], options: { image_upload: true } } })],
  ['SaveImage', entry({ images: {}, filename_prefix: { type: 'STRING' } }, true)],
  ['PreviewImage', entry({ images: {} }, true)],
  ['UNETLoader', entry({ unet_name: { choices: ['flux1-dev.safetensors'] } })],
  ['LoraLoader', entry({ lora_name: { choices: ['x.safetensors'] } })],
]);

import type { Stage } from '../../shared/incident.ts';
import type { Evidence } from './evidence.ts';
import type { Frame } from './log/tracebacks.ts';

type StageRule = readonly [stage: Stage, file: RegExp, name: RegExp];

/** What ComfyUI does in a function, outermost first: a loader that is called while sampling still belongs to sampling. */
const byFrame: readonly StageRule[] = [
  ['saving', /nodes\.py$|custom_nodes|comfy_extras|comfy_api/, /^(?:save_\w+|combine_video|save)$/],
  ['saving', /PIL[\\/]Image\.py$/, /^save$/],
  ['text-encoding', /./, /^(?:encode_from_tokens\w*|encode_token_weights|tokenize\w*)$/],
  ['text-encoding', /sd1_clip\.py$|text_encoders[\\/]/, /./],
  [
    'sampling',
    /nodes\.py$|sample\.py$|samplers\.py$|k_diffusion|model_base\.py$|comfy_extras/,
    /^(?:common_ksampler|sample\w*|_calc_cond_batch|_?apply_model|inner_sample|outer_sample)$/,
  ],
  ['decoding', /nodes\.py$|sd\.py$|comfy_extras/, /^decode(?:_tiled\w*)?$/],
  [
    'loading',
    /./,
    /^(?:load_checkpoint\w*|load_unet|load_vae|load_clip\w*|load_lora\w*|load_controlnet\w*|load_diffusion_model\w*|load_torch_file|load_model|gguf_\w+_loader|load_upscale_model)$/,
  ],
];

const byLine: readonly (readonly [Stage, RegExp])[] = [
  ['text-encoding', /^(?:Requested to load|Model) \w*(?:Clip|TE|T5|Llama|Gemma)\w*/],
  ['decoding', /^(?:Requested to load|Model) \w*(?:Autoencod|VAE|StageA)\w*|retrying with tiled VAE decoding/],
  ['sampling', /^\s*\d{1,3}%\|[^|]*\| *\d+\/\d+ \[[^\]]*it/],
  ['loading', /^(?:Requested to load|Model \S+ prepared|loaded (?:completely|partially)|model weight dtype|model_type )/],
];

/** What a node does by its class, loaders first: `CLIPLoader` encodes nothing. */
const byClass: readonly (readonly [Stage, RegExp])[] = [
  ['loading', /Load(?:er|Checkpoint|Model|Diffusion)/i],
  ['saving', /^Save|Save(?:Image|Video|Audio|Animated)|VideoCombine|CreateVideo|^PreviewImage/i],
  ['decoding', /VAE\w*Decode|(?:Latent|Video|Audio|Image|Tiled)_?Decode/i],
  ['text-encoding', /Text\w*Encode/i],
  ['sampling', /Sampler/i],
];

const ofFrame = ({ file, name }: Frame): Stage | null =>
  byFrame.find(([, inFile, ofName]) => inFile.test(file) && ofName.test(name))?.[0] ?? null;

/**
 * What the engine was doing when it failed: from the frames, else from the class of the node that failed, else from the last line that
 * tells: that one may be of a node before. Pure.
 */
export const stageOf = (evidence: Evidence, frames: readonly Frame[], nodeClass: string | null): Stage | null => {
  for (const frame of frames) {
    const stage = ofFrame(frame);
    if (stage) return stage;
  }
  if (nodeClass !== null) return byClass.find(([, pattern]) => pattern.test(nodeClass))?.[0] ?? null;
  for (const { text } of evidence.scope.toReversed()) {
    const stage = byLine.find(([, pattern]) => pattern.test(text))?.[0];
    if (stage) return stage;
  }
  return null;
};

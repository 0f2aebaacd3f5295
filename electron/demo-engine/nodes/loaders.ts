import { choice, fraction, listed, modelFile, socket, whole } from './inputs.ts';
import { familyOf, logModelKind, readModel } from './loading.ts';
import { type NodeClass, type NodeContext, nodeClass, result } from './node-class.ts';
import type { NodeInputs, NodeValue, ValueOf } from './values.ts';

const category = 'model/loaders';
const clipKinds = [
  'stable_diffusion',
  'stable_cascade',
  'sd3',
  'stable_audio',
  'mochi',
  'ltxv',
  'pixart',
  'cosmos',
  'lumina2',
  'wan',
  'hidream',
  'chroma',
  'ace',
  'omnigen2',
  'qwen_image',
  'hunyuan_image',
  'flux2',
  'ovis',
  'longcat_image',
  'cogvideox',
  'lens',
  'pixeldit',
  'ideogram4',
  'boogu',
  'krea2',
];
const dualClipKinds = [
  'sdxl',
  'sd3',
  'flux',
  'hunyuan_video',
  'hidream',
  'hunyuan_image',
  'hunyuan_video_15',
  'kandinsky5',
  'kandinsky5_image',
  'ltxv',
  'newbie',
  'ace',
];
const unetTypes = ['default', 'fp8_e4m3fn', 'fp8_e4m3fn_fast', 'fp8_e5m2'];
const device = choice(['default', 'cpu'], { advanced: true });
const strength = fraction({ default: 1, min: -100, max: 100, step: 0.01 });

const model = (name: string): ValueOf<'model'> => ({ kind: 'model', name, family: familyOf(name), changes: '' });

const loadUnet = async (context: NodeContext, inputs: NodeInputs) => {
  const name = inputs.text('unet_name');
  await readModel(context, name, 260);
  logModelKind(context, familyOf(name));
  return result(model(name));
};
const loadDualClip = async (context: NodeContext, inputs: NodeInputs) => {
  const type = inputs.text('type');
  await readModel(context, inputs.text('clip_name1'), 60);
  await readModel(context, inputs.text('clip_name2'), 110);
  const family = type === 'flux' ? 'flux' : 'sdxl';
  return result({ kind: 'clip', name: inputs.text('clip_name1'), family });
};
const withLora = (value: ValueOf<'model'>, name: string, amount: number): NodeValue =>
  amount === 0 ? value : { ...value, changes: `${value.changes}+${name}:${amount}` };

/** Classes that read model files. */
export const loaderClasses: readonly NodeClass[] = [
  nodeClass({
    name: 'CheckpointLoaderSimple',
    display: 'Load Checkpoint',
    category,
    description: 'Reads a checkpoint: diffusion model, text encoder and VAE in one file.',
    required: { ckpt_name: modelFile('checkpoints') },
    outputs: ['MODEL', 'CLIP', 'VAE'],
    async run(context, inputs) {
      const name = inputs.text('ckpt_name');
      await readModel(context, name, 170);
      const loaded = model(name);
      logModelKind(context, loaded.family);
      const { isCpu } = context.machine;
      context.console.info(isCpu ? 'Using split attention in VAE' : 'Using pytorch attention in VAE');
      context.console.info(
        `VAE load device: ${isCpu ? 'cpu' : 'cuda:0'}, offload device: cpu, dtype: ${isCpu ? 'torch.float32' : 'torch.bfloat16'}`,
      );
      return result(loaded, { kind: 'clip', name, family: loaded.family }, { kind: 'vae', name });
    },
  }),
  nodeClass({
    name: 'UNETLoader',
    display: 'Load Diffusion Model',
    category,
    required: { unet_name: modelFile('diffusion_models'), weight_dtype: choice(unetTypes, { advanced: true }) },
    outputs: ['MODEL'],
    run: loadUnet,
  }),
  nodeClass({
    name: 'CLIPLoader',
    display: 'Load CLIP',
    category,
    required: { clip_name: modelFile('text_encoders'), type: choice(clipKinds) },
    optional: { device },
    outputs: ['CLIP'],
    async run(context, inputs) {
      const name = inputs.text('clip_name');
      await readModel(context, name, 90);
      return result({ kind: 'clip', name, family: 'sd15' });
    },
  }),
  nodeClass({
    name: 'DualCLIPLoader',
    display: 'Load CLIP (Dual)',
    category,
    required: { clip_name1: modelFile('text_encoders'), clip_name2: modelFile('text_encoders'), type: choice(dualClipKinds) },
    optional: { device },
    outputs: ['CLIP'],
    run: loadDualClip,
  }),
  nodeClass({
    name: 'VAELoader',
    display: 'Load VAE',
    category,
    required: { vae_name: listed((listings) => [...listings.models('vae'), 'pixel_space']) },
    outputs: ['VAE'],
    async run(context, inputs) {
      const name = inputs.text('vae_name');
      await readModel(context, name, 40);
      return result({ kind: 'vae', name });
    },
  }),
  nodeClass({
    name: 'LoraLoader',
    display: 'Load LoRA (Model and CLIP)',
    category,
    essentials: 'Image Generation',
    required: {
      model: socket('MODEL'),
      clip: socket('CLIP'),
      lora_name: modelFile('loras'),
      strength_model: strength,
      strength_clip: strength,
    },
    outputs: ['MODEL', 'CLIP'],
    async run(context, inputs) {
      const name = inputs.text('lora_name');
      await readModel(context, name, 30);
      return result(withLora(inputs.get('model', 'model'), name, inputs.number('strength_model')), inputs.get('clip', 'clip'));
    },
  }),
  nodeClass({
    name: 'LoraLoaderModelOnly',
    display: 'Load LoRA',
    category,
    essentials: 'Image Generation',
    required: { model: socket('MODEL'), lora_name: modelFile('loras'), strength_model: strength },
    outputs: ['MODEL'],
    async run(context, inputs) {
      const name = inputs.text('lora_name');
      await readModel(context, name, 30);
      return result(withLora(inputs.get('model', 'model'), name, inputs.number('strength_model')));
    },
  }),
  nodeClass({
    name: 'ControlNetLoader',
    display: 'Load ControlNet Model',
    category,
    required: { control_net_name: modelFile('controlnet') },
    outputs: ['CONTROL_NET'],
    async run(context, inputs) {
      const name = inputs.text('control_net_name');
      await readModel(context, name, 80);
      return result({ kind: 'control-net', name });
    },
  }),
  nodeClass({
    name: 'UpscaleModelLoader',
    display: 'Load Upscale Model',
    category,
    module: 'comfy_extras.nodes_upscale_model',
    isV3: true,
    required: { model_name: modelFile('upscale_models') },
    outputs: ['UPSCALE_MODEL'],
    async run(context, inputs) {
      const name = inputs.text('model_name');
      await readModel(context, name, 50);
      return result({ kind: 'upscale-model', name, scale: Number(/x(\d)|(\d)x/i.exec(name)?.slice(1).find(Boolean) ?? 4) });
    },
  }),
  nodeClass({
    name: 'CLIPSetLastLayer',
    display: 'CLIP Set Last Layer',
    category: 'model/conditioning',
    required: {
      clip: socket('CLIP'),
      stop_at_clip_layer: whole({ default: -1, min: -24, max: -1, step: 1 }, { advanced: true }),
    },
    outputs: ['CLIP'],
    run: (_context, inputs) => result(inputs.get('clip', 'clip')),
  }),
];

/** The pack that reads quantised GGUF files. */
export const ggufPack = 'ComfyUI-GGUF';
const gguf = { category: 'bootleg', module: `custom_nodes.${ggufPack}` };

export const ggufClasses: readonly NodeClass[] = [
  nodeClass({
    ...gguf,
    name: 'UnetLoaderGGUF',
    display: 'Unet Loader (GGUF)',
    required: { unet_name: modelFile('unet_gguf') },
    outputs: ['MODEL'],
    run: loadUnet,
  }),
  nodeClass({
    ...gguf,
    name: 'CLIPLoaderGGUF',
    display: 'CLIPLoader (GGUF)',
    required: { clip_name: modelFile('text_encoders+clip_gguf'), type: choice(clipKinds) },
    outputs: ['CLIP'],
    async run(context, inputs) {
      await readModel(context, inputs.text('clip_name'), 90);
      return result({ kind: 'clip', name: inputs.text('clip_name'), family: 'sd15' });
    },
  }),
  nodeClass({
    ...gguf,
    name: 'DualCLIPLoaderGGUF',
    display: 'DualCLIPLoader (GGUF)',
    required: {
      clip_name1: modelFile('text_encoders+clip_gguf'),
      clip_name2: modelFile('text_encoders+clip_gguf'),
      type: choice(dualClipKinds),
    },
    outputs: ['CLIP'],
    run: loadDualClip,
  }),
];

import { count, fraction, prompt, side, socket } from './inputs.ts';
import { moveToDevice } from './loading.ts';
import { type NodeClass, type NodeContext, nodeClass, result } from './node-class.ts';
import type { NodeInputs, NodeValue, ValueOf } from './values.ts';

const category = 'model/conditioning';

const encode = async (context: NodeContext, clip: ValueOf<'clip'>, text: string, ms: number): Promise<NodeValue> => {
  const start = performance.now();
  moveToDevice(context, 'text', clip.family);
  await context.pace.until(ms, start, context.interrupt);
  return { kind: 'conditioning', text, guidance: null, guide: null };
};

const applyControl = (inputs: NodeInputs, conditioning: ValueOf<'conditioning'>): NodeValue => {
  const picture = inputs.pictures('image')[0];
  const strength = inputs.number('strength');
  return picture && strength > 0 ? { ...conditioning, guide: { picture, strength } } : conditioning;
};

const sdxlSide = count(1024, 0, 16384);

/** Classes that turn text into what a sampler follows. */
export const conditioningClasses: readonly NodeClass[] = [
  nodeClass({
    name: 'CLIPTextEncode',
    display: 'CLIP Text Encode (Prompt)',
    category,
    description: 'Turns text into what guides the sampler.',
    required: { text: prompt(), clip: socket('CLIP') },
    outputs: ['CONDITIONING'],
    run: async (context, inputs) => result(await encode(context, inputs.get('clip', 'clip'), inputs.text('text'), 24)),
  }),
  nodeClass({
    name: 'CLIPTextEncodeFlux',
    category: `${category}/flux`,
    module: 'comfy_extras.nodes_flux',
    isV3: true,
    required: {
      clip: socket('CLIP'),
      clip_l: prompt(),
      t5xxl: prompt(),
      guidance: fraction({ default: 3.5, min: 0, max: 100, step: 0.1 }),
    },
    outputs: ['CONDITIONING'],
    async run(context, inputs) {
      const [short, long] = [inputs.text('clip_l'), inputs.text('t5xxl')];
      const encoded = await encode(context, inputs.get('clip', 'clip'), short === long ? long : `${long} ${short}`.trim(), 90);
      return result(encoded.kind === 'conditioning' ? { ...encoded, guidance: inputs.number('guidance') } : encoded);
    },
  }),
  nodeClass({
    name: 'CLIPTextEncodeSDXL',
    display: 'CLIP Text Encode (SDXL)',
    category: `${category}/stable diffusion`,
    module: 'comfy_extras.nodes_clip_sdxl',
    isV3: true,
    required: {
      clip: socket('CLIP'),
      width: sdxlSide,
      height: sdxlSide,
      crop_w: count(0, 0, 16384, { advanced: true }),
      crop_h: count(0, 0, 16384, { advanced: true }),
      target_width: sdxlSide,
      target_height: sdxlSide,
      text_g: prompt(),
      text_l: prompt(),
    },
    outputs: ['CONDITIONING'],
    async run(context, inputs) {
      const [global, local] = [inputs.text('text_g'), inputs.text('text_l')];
      return result(
        await encode(context, inputs.get('clip', 'clip'), global === local ? global : `${global} ${local}`.trim(), 40),
      );
    },
  }),
  nodeClass({
    name: 'FluxGuidance',
    category: `${category}/flux`,
    module: 'comfy_extras.nodes_flux',
    isV3: true,
    required: { conditioning: socket('CONDITIONING'), guidance: fraction({ default: 3.5, min: 0, max: 100, step: 0.1 }) },
    outputs: ['CONDITIONING'],
    run: (_context, inputs) => result({ ...inputs.get('conditioning', 'conditioning'), guidance: inputs.number('guidance') }),
  }),
  nodeClass({
    name: 'ConditioningZeroOut',
    display: 'Conditioning Zero Out',
    category: `${category}/transform`,
    required: { conditioning: socket('CONDITIONING') },
    outputs: ['CONDITIONING'],
    run: () => result({ kind: 'conditioning', text: '', guidance: null, guide: null }),
  }),
  nodeClass({
    name: 'ConditioningCombine',
    display: 'Conditioning (Combine)',
    essentials: 'Image Generation',
    category: `${category}/transform`,
    required: { conditioning_1: socket('CONDITIONING'), conditioning_2: socket('CONDITIONING') },
    outputs: ['CONDITIONING'],
    run(_context, inputs) {
      const [first, second] = [inputs.get('conditioning_1', 'conditioning'), inputs.get('conditioning_2', 'conditioning')];
      return result({ ...first, text: `${first.text} ${second.text}`, guide: first.guide ?? second.guide });
    },
  }),
  nodeClass({
    name: 'ControlNetApplyAdvanced',
    display: 'Apply ControlNet',
    category: `${category}/controlnet`,
    required: {
      positive: socket('CONDITIONING'),
      negative: socket('CONDITIONING'),
      control_net: socket('CONTROL_NET'),
      image: socket('IMAGE'),
      strength: fraction({ default: 1, min: 0, max: 10, step: 0.01 }),
      start_percent: fraction({ default: 0, min: 0, max: 1, step: 0.001 }),
      end_percent: fraction({ default: 1, min: 0, max: 1, step: 0.001 }),
    },
    optional: { vae: socket('VAE') },
    outputs: ['CONDITIONING', 'CONDITIONING'],
    outputNames: ['positive', 'negative'],
    run: (_context, inputs) =>
      result(applyControl(inputs, inputs.get('positive', 'conditioning')), inputs.get('negative', 'conditioning')),
  }),
  nodeClass({
    name: 'ModelSamplingFlux',
    display: 'ModelSamplingFlux',
    category: 'model/patch/flux',
    module: 'comfy_extras.nodes_model_advanced',
    required: {
      model: socket('MODEL'),
      max_shift: fraction({ default: 1.15, min: 0, max: 100, step: 0.01 }, { advanced: true }),
      base_shift: fraction({ default: 0.5, min: 0, max: 100, step: 0.01 }, { advanced: true }),
      width: side(1024, 16, 8),
      height: side(1024, 16, 8),
    },
    outputs: ['MODEL'],
    run(_context, inputs) {
      const model = inputs.get('model', 'model');
      return result({ ...model, changes: `${model.changes}+shift:${inputs.number('max_shift')}/${inputs.number('base_shift')}` });
    },
  }),
];

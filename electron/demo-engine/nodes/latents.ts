import type { Picture } from '../../lib/picture.ts';
import { drawLatent, type Latent } from '../draw/latent.ts';
import { checkRoom } from '../draw/picture.ts';
import { resize } from '../draw/resize.ts';
import { choice, count, fraction, side, socket, whole } from './inputs.ts';
import { moveToDevice } from './loading.ts';
import { type InputSpecs, type NodeClass, type NodeContext, nodeClass, result } from './node-class.ts';
import type { NodeInputs } from './values.ts';

const category = 'model/latent';
const methods = choice(['nearest-exact', 'bilinear', 'area', 'bicubic', 'bislerp']);
const batchSize = count(1, 1, 4096);
const tileInputs = (step: number): InputSpecs => ({
  tile_size: whole({ default: 512, min: 64, max: 4096, step }, { advanced: true }),
  overlap: whole({ default: 64, min: 0, max: 4096, step: 32 }, { advanced: true }),
  temporal_size: whole({ default: 64, min: 8, max: 4096, step: 4 }, { advanced: true }),
  temporal_overlap: whole({ default: 8, min: 4, max: 4096, step: 4 }, { advanced: true }),
});
const basePixels = 512 * 512;

const empty = (inputs: NodeInputs, grain: number) => {
  // A latent has whole cells only.
  const snap = (name: string): number => Math.max(grain, Math.floor(inputs.number(name) / grain) * grain);
  const [width, height, batch] = [snap('width'), snap('height'), inputs.number('batch_size')];
  checkRoom(width / 8, height / 8, batch);
  return result({ kind: 'latent', latent: { width, height, batch, base: [], passes: [], mask: null, noise: 0 } });
};

const decode = async (context: NodeContext, inputs: NodeInputs) => {
  const start = performance.now();
  const latent = inputs.latent('samples');
  checkRoom(latent.width, latent.height, latent.batch);
  moveToDevice(context, 'vae', 'sd15');
  const pictures: Picture[] = [];
  for (let index = 0; index < latent.batch; index++) pictures.push(await drawLatent(latent, index));
  await context.pace.until(110 * ((latent.width * latent.height) / basePixels) ** 0.8 * latent.batch, start, context.interrupt);
  return result({ kind: 'image', pictures });
};

const encode = async (context: NodeContext, inputs: NodeInputs) => {
  const start = performance.now();
  const pictures = inputs.pictures('pixels');
  const first = pictures[0];
  const width = Math.max(8, Math.floor((first?.width ?? 8) / 8) * 8);
  const height = Math.max(8, Math.floor((first?.height ?? 8) / 8) * 8);
  moveToDevice(context, 'vae', 'sd15');
  const base: Picture[] = [];
  for (const picture of pictures) base.push(await resize(picture, width, height, 'area'));
  await context.pace.until(60 * ((width * height) / basePixels) ** 0.8 * pictures.length, start, context.interrupt);
  const latent: Latent = { width, height, batch: pictures.length, base, passes: [], mask: null, noise: 0 };
  return result({ kind: 'latent', latent: inputs.has('mask') ? { ...latent, mask: inputs.get('mask', 'mask').mask } : latent });
};

const scale = (latent: Latent, width: number, height: number) => {
  const snap = (value: number): number => Math.max(8, Math.round(value / 8) * 8);
  checkRoom(width, height, latent.batch);
  return result({ kind: 'latent', latent: { ...latent, width: snap(width), height: snap(height) } });
};

/** Classes that make, change, decode and encode latents. */
export const latentClasses: readonly NodeClass[] = [
  nodeClass({
    name: 'EmptyLatentImage',
    display: 'Empty Latent Image',
    category,
    description: 'The blank that a sampler draws on.',
    required: { width: side(512, 16, 8), height: side(512, 16, 8), batch_size: batchSize },
    outputs: ['LATENT'],
    run: (_context, inputs) => empty(inputs, 8),
  }),
  nodeClass({
    name: 'EmptySD3LatentImage',
    category: `${category}/stable diffusion`,
    module: 'comfy_extras.nodes_sd3',
    isV3: true,
    required: { width: side(1024, 16, 16), height: side(1024, 16, 16), batch_size: batchSize },
    outputs: ['LATENT'],
    run: (_context, inputs) => empty(inputs, 8),
  }),
  nodeClass({
    name: 'VAEDecode',
    display: 'VAE Decode',
    category,
    description: 'Turns a latent into a picture.',
    required: { samples: socket('LATENT'), vae: socket('VAE') },
    outputs: ['IMAGE'],
    run: decode,
  }),
  nodeClass({
    name: 'VAEDecodeTiled',
    display: 'VAE Decode (Tiled)',
    category,
    required: { samples: socket('LATENT'), vae: socket('VAE'), ...tileInputs(32) },
    outputs: ['IMAGE'],
    run: decode,
  }),
  nodeClass({
    name: 'VAEEncode',
    display: 'VAE Encode',
    category,
    required: { pixels: socket('IMAGE'), vae: socket('VAE') },
    outputs: ['LATENT'],
    run: encode,
  }),
  nodeClass({
    name: 'VAEEncodeTiled',
    display: 'VAE Encode (Tiled)',
    category,
    required: { pixels: socket('IMAGE'), vae: socket('VAE'), ...tileInputs(64) },
    outputs: ['LATENT'],
    run: encode,
  }),
  nodeClass({
    name: 'VAEEncodeForInpaint',
    display: 'VAE Encode (for Inpainting)',
    category,
    required: {
      pixels: socket('IMAGE'),
      vae: socket('VAE'),
      mask: socket('MASK'),
      grow_mask_by: whole({ default: 6, min: 0, max: 64, step: 1 }),
    },
    outputs: ['LATENT'],
    run: encode,
  }),
  nodeClass({
    name: 'SetLatentNoiseMask',
    display: 'Set Latent Noise Mask',
    category,
    required: { samples: socket('LATENT'), mask: socket('MASK') },
    outputs: ['LATENT'],
    run: (_context, inputs) =>
      result({ kind: 'latent', latent: { ...inputs.latent('samples'), mask: inputs.get('mask', 'mask').mask } }),
  }),
  nodeClass({
    name: 'LatentUpscale',
    display: 'Upscale Latent',
    category,
    required: {
      samples: socket('LATENT'),
      upscale_method: methods,
      width: side(512, 0, 8),
      height: side(512, 0, 8),
      crop: choice(['disabled', 'center']),
    },
    outputs: ['LATENT'],
    run(_context, inputs) {
      const latent = inputs.latent('samples');
      const [width, height] = [inputs.number('width'), inputs.number('height')];
      if (width === 0 && height === 0) return result({ kind: 'latent', latent });
      const shape = latent.width / latent.height;
      return scale(latent, width || Math.max(64, height * shape), height || Math.max(64, width / shape));
    },
  }),
  nodeClass({
    name: 'LatentUpscaleBy',
    display: 'Upscale Latent By',
    category,
    required: {
      samples: socket('LATENT'),
      upscale_method: methods,
      scale_by: fraction({ default: 1.5, min: 0.01, max: 8, step: 0.01 }),
    },
    outputs: ['LATENT'],
    run(_context, inputs) {
      const latent = inputs.latent('samples');
      return scale(latent, latent.width * inputs.number('scale_by'), latent.height * inputs.number('scale_by'));
    },
  }),
  nodeClass({
    name: 'RepeatLatentBatch',
    display: 'Repeat Latent Batch',
    category: `${category}/batch`,
    required: { samples: socket('LATENT'), amount: count(1, 1, 64) },
    outputs: ['LATENT'],
    run(_context, inputs) {
      const latent = inputs.latent('samples');
      const amount = inputs.number('amount');
      const base = Array.from(
        { length: latent.base.length * amount },
        (_, index) => latent.base[index % latent.base.length],
      ).filter((p) => p !== undefined);
      return result({ kind: 'latent', latent: { ...latent, base, batch: latent.batch * amount } });
    },
  }),
];

import type { Graph } from './wire.ts';

let colour = Math.floor(Math.random() * 0xffff00);
/** A colour that no graph had before, so that nothing is answered from the cache. */
export const freshColour = (): number => colour++ % 0xffffff;

/** One picture of one colour, saved. */
export const solid = (prefix = 'contract', width = 64, height = 64, color = freshColour()): Graph => ({
  '1': { class_type: 'EmptyImage', inputs: { width, height, batch_size: 1, color } },
  '2': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: prefix } },
});

/** A text, shown as text. */
export const shownText = (text: string): Graph => ({
  '1': { class_type: 'PrimitiveStringMultiline', inputs: { value: text } },
  '2': { class_type: 'PreviewAny', inputs: { source: ['1', 0] } },
});

/**
 * Work that takes a while without any model: a row of scalings up and down, each of which is a place where an interrupt takes effect.
 */
export const slow = (links = 60, size = 1536): Graph => {
  const graph: Graph = {
    '0': { class_type: 'EmptyImage', inputs: { width: 256, height: 256, batch_size: 1, color: freshColour() } },
  };
  for (let link = 1; link <= links; link++) {
    const side = link % 2 === 1 ? size : 256;
    graph[String(link)] = {
      class_type: 'ImageScale',
      inputs: { image: [String(link - 1), 0], upscale_method: 'bicubic', width: side, height: side, crop: 'disabled' },
    };
  }
  graph.last = { class_type: 'SaveImage', inputs: { images: [String(links), 0], filename_prefix: 'slow' } };
  return graph;
};

/** Text to picture with a checkpoint. */
export const sampled = (checkpoint: string, seed: unknown = freshColour(), steps = 3): Graph => ({
  '3': {
    class_type: 'KSampler',
    inputs: {
      model: ['4', 0],
      positive: ['6', 0],
      negative: ['7', 0],
      latent_image: ['5', 0],
      ...{ seed, steps, cfg: 7, sampler_name: 'euler', scheduler: 'normal', denoise: 1 },
    },
  },
  '4': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: checkpoint } },
  '5': { class_type: 'EmptyLatentImage', inputs: { width: 64, height: 64, batch_size: 1 } },
  '6': { class_type: 'CLIPTextEncode', inputs: { text: 'a lighthouse', clip: ['4', 1] } },
  '7': { class_type: 'CLIPTextEncode', inputs: { text: 'blurry', clip: ['4', 1] } },
  '8': { class_type: 'VAEDecode', inputs: { samples: ['3', 0], vae: ['4', 2] } },
  '9': { class_type: 'SaveImage', inputs: { images: ['8', 0], filename_prefix: 'sampled' } },
});

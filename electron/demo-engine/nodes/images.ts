import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { emptyPicture, type Mask, type Picture } from '../../lib/picture.ts';
import type { Decoded } from '../../lib/png-decode.ts';
import { decodePicture } from '../draw/decode.ts';
import { checkRoom, solidPicture } from '../draw/picture.ts';
import { crop, resize, scaleTo } from '../draw/resize.ts';
import { readLink } from '../execute/link.ts';
import type { Folders } from '../folders.ts';
import { typeName } from '../python/text.ts';
import { type PyDict, PyError, type PyValue } from '../python/values.ts';
import { choice, count, fraction, listed, side, socket, whole } from './inputs.ts';
import { type NodeClass, type NodeContext, nodeClass, result } from './node-class.ts';

const methods = ['nearest-exact', 'bilinear', 'area', 'bicubic', 'lanczos'];
const upload = listed((listings) => listings.inputPictures(), { image_upload: true });

const each = async (pictures: readonly Picture[], work: (picture: Picture) => Picture | Promise<Picture>) => {
  const out: Picture[] = [];
  for (const picture of pictures) out.push(await work(picture));
  return result({ kind: 'image', pictures: out });
};

const readInput = async (folders: Folders, name: string): Promise<{ bytes: Buffer; path: string }> => {
  const path = folders.inputPath(name);
  if (path === null) throw new PyError('ValueError', `Invalid file path: '${name}'`);
  try {
    return { bytes: await readFile(path), path };
  } catch {
    throw new PyError('FileNotFoundError', `[Errno 2] No such file or directory: '${path}'`);
  }
};
const decodeInput = async (context: NodeContext, name: string): Promise<Decoded> => {
  const { bytes, path } = await readInput(context.folders, name);
  return decodePicture(bytes, path);
};
const imageOf = (inputs: PyDict): string | null => {
  const image = inputs.get('image');
  return typeof image === 'string' ? image : null;
};
/** The node runs again when the file's bytes change; the check asks for the file instead of the list. */
const fromFile: Pick<NodeClass, 'fingerprint' | 'check'> = {
  async fingerprint(folders, inputs): Promise<PyValue> {
    const image = imageOf(inputs);
    if (image === null) return false;
    const { bytes } = await readInput(folders, image);
    return createHash('sha256').update(bytes).digest('hex');
  },
  check: {
    inputs: ['image'],
    isRight(folders, inputs) {
      const image = inputs.get('image');
      if (image === undefined)
        throw new PyError('TypeError', "VALIDATE_INPUTS() missing 1 required positional argument: 'image'");
      // What a link will bring is not known yet.
      const known = readLink(image) ? null : image;
      if (typeof known !== 'string')
        throw new PyError('AttributeError', `'${typeName(known)}' object has no attribute 'endswith'`);
      return folders.isInputFile(known) ? true : `Invalid image file: ${known}`;
    },
  },
};
/** Python's masks are 1 where the picture is transparent; without transparency they are a small black square. */
const maskOf = ({ alpha }: Decoded): Mask =>
  alpha ? { ...alpha, data: alpha.data.map((value) => 255 - value) } : { width: 64, height: 64, data: new Uint8Array(64 * 64) };

/** Classes that read, make and change pictures. */
export const imageClasses: readonly NodeClass[] = [
  nodeClass({
    name: 'LoadImage',
    display: 'Load Image',
    category: 'image',
    essentials: 'Basics',
    required: { image: upload },
    outputs: ['IMAGE', 'MASK'],
    ...fromFile,
    async run(context, inputs) {
      const decoded = await decodeInput(context, inputs.text('image'));
      return result({ kind: 'image', pictures: [decoded.picture] }, { kind: 'mask', mask: maskOf(decoded) });
    },
  }),
  nodeClass({
    name: 'LoadImageMask',
    display: 'Load Image (as Mask)',
    category: 'image',
    essentials: 'Image Tools',
    required: { image: upload, channel: choice(['alpha', 'red', 'green', 'blue']) },
    outputs: ['MASK'],
    ...fromFile,
    async run(context, inputs) {
      const decoded = await decodeInput(context, inputs.text('image'));
      const channel = ['red', 'green', 'blue'].indexOf(inputs.text('channel'));
      if (channel < 0) return result({ kind: 'mask', mask: maskOf(decoded) });
      const { width, height, data } = decoded.picture;
      return result({
        kind: 'mask',
        mask: { width, height, data: Uint8Array.from({ length: width * height }, (_, i) => data[i * 3 + channel] ?? 0) },
      });
    },
  }),
  nodeClass({
    name: 'EmptyImage',
    display: 'Empty Image',
    category: 'image',
    required: {
      width: side(512, 1, 1),
      height: side(512, 1, 1),
      batch_size: count(1, 1, 4096),
      color: whole({ default: 0, min: 0, max: 0xffffff, step: 1 }, { display: 'color' }),
    },
    outputs: ['IMAGE'],
    run(_context, inputs) {
      const [width, height, batch] = [inputs.number('width'), inputs.number('height'), inputs.number('batch_size')];
      checkRoom(width, height, batch);
      const picture = solidPicture(width, height, inputs.number('color'));
      return result({ kind: 'image', pictures: new Array<Picture>(batch).fill(picture) });
    },
  }),
  nodeClass({
    name: 'ImageScale',
    display: 'Upscale Image',
    category: 'image/upscaling',
    essentials: 'Image Tools',
    required: {
      image: socket('IMAGE'),
      upscale_method: choice(methods),
      width: side(512, 0, 1),
      height: side(512, 0, 1),
      crop: choice(['disabled', 'center']),
    },
    outputs: ['IMAGE'],
    run(_context, inputs) {
      const [width, height] = [inputs.number('width'), inputs.number('height')];
      return each(inputs.pictures('image'), (picture) => {
        if (width === 0 && height === 0) return picture;
        // A side of 0 follows from the other one.
        const w = width || Math.max(1, Math.round((picture.width * height) / picture.height));
        const h = height || Math.max(1, Math.round((picture.height * width) / picture.width));
        checkRoom(w, h, 1);
        return scaleTo(picture, w, h, inputs.text('upscale_method'), inputs.text('crop'));
      });
    },
  }),
  nodeClass({
    name: 'ImageScaleBy',
    display: 'Upscale Image By',
    category: 'image/upscaling',
    essentials: 'Image Tools',
    required: {
      image: socket('IMAGE'),
      upscale_method: choice(methods),
      scale_by: fraction({ default: 1, min: 0.01, max: 8, step: 0.01 }),
    },
    outputs: ['IMAGE'],
    run(_context, inputs) {
      const by = inputs.number('scale_by');
      return each(inputs.pictures('image'), (picture) => {
        const [width, height] = [Math.max(1, Math.round(picture.width * by)), Math.max(1, Math.round(picture.height * by))];
        checkRoom(width, height, 1);
        return resize(picture, width, height, inputs.text('upscale_method'));
      });
    },
  }),
  nodeClass({
    name: 'ImageScaleToTotalPixels',
    display: 'Scale Image to Total Pixels',
    category: 'image/upscaling',
    module: 'comfy_extras.nodes_post_processing',
    isV3: true,
    required: {
      image: socket('IMAGE'),
      upscale_method: choice(methods),
      megapixels: fraction({ default: 1, min: 0.01, max: 16, step: 0.01 }),
      resolution_steps: count(1, 1, 256, { advanced: true }),
    },
    outputs: ['IMAGE'],
    run(_context, inputs) {
      const step = inputs.number('resolution_steps');
      return each(inputs.pictures('image'), (picture) => {
        const by = Math.sqrt((inputs.number('megapixels') * 1024 * 1024) / (picture.width * picture.height));
        const snap = (value: number): number => Math.max(step, Math.round((value * by) / step) * step);
        return resize(picture, snap(picture.width), snap(picture.height), inputs.text('upscale_method'));
      });
    },
  }),
  nodeClass({
    name: 'ImageUpscaleWithModel',
    display: 'Upscale Image (using Model)',
    category: 'image/upscaling',
    module: 'comfy_extras.nodes_upscale_model',
    isV3: true,
    required: { upscale_model: socket('UPSCALE_MODEL'), image: socket('IMAGE') },
    outputs: ['IMAGE'],
    async run(context, inputs) {
      const { scale } = inputs.get('upscale_model', 'upscale-model');
      const pictures = inputs.pictures('image');
      const first = pictures[0];
      checkRoom((first?.width ?? 1) * scale, (first?.height ?? 1) * scale, pictures.length);
      // The real node works in tiles of 512 pixels and tells after each.
      const tiles = Math.max(1, Math.ceil((first?.width ?? 1) / 448) * Math.ceil((first?.height ?? 1) / 448)) * pictures.length;
      const begun = performance.now();
      for (let tile = 1; tile <= tiles; tile++) {
        await context.step((tile - 1) / tiles);
        await context.pace.until(180 * tile, begun, context.interrupt);
        context.progress(tile, tiles, null);
      }
      return each(pictures, (picture) => resize(picture, picture.width * scale, picture.height * scale, 'lanczos'));
    },
  }),
  nodeClass({
    name: 'ImageCrop',
    display: 'Crop Image (DEPRECATED)',
    category: 'image/transform',
    module: 'comfy_extras.nodes_images',
    isV3: true,
    isDeprecated: true,
    essentials: 'Image Tools',
    required: { image: socket('IMAGE'), width: side(512, 1, 1), height: side(512, 1, 1), x: side(0, 0, 1), y: side(0, 0, 1) },
    outputs: ['IMAGE'],
    run: (_context, inputs) =>
      each(inputs.pictures('image'), (picture) =>
        crop(picture, inputs.number('x'), inputs.number('y'), inputs.number('width'), inputs.number('height')),
      ),
  }),
  nodeClass({
    name: 'ImageInvert',
    display: 'Invert Image Colors',
    category: 'image/color',
    essentials: 'Image Tools',
    required: { image: socket('IMAGE') },
    outputs: ['IMAGE'],
    run: (_context, inputs) =>
      each(inputs.pictures('image'), (picture) => ({ ...picture, data: picture.data.map((value) => 255 - value) })),
  }),
  nodeClass({
    name: 'ImageBatch',
    display: 'Batch Images (DEPRECATED)',
    category: 'image/batch',
    isDeprecated: true,
    required: { image1: socket('IMAGE'), image2: socket('IMAGE') },
    outputs: ['IMAGE'],
    async run(_context, inputs) {
      const first = inputs.pictures('image1');
      const { width, height } = first[0] ?? emptyPicture(1, 1);
      const second = await each(inputs.pictures('image2'), (picture) => scaleTo(picture, width, height, 'bilinear', 'center'));
      const added = second.outputs[0]?.kind === 'image' ? second.outputs[0].pictures : [];
      return result({ kind: 'image', pictures: [...first, ...added] });
    },
  }),
];

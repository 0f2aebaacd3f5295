import jpeg from 'jpeg-js';
import { emptyPicture, type Picture } from '../../lib/picture.ts';
import { addNoise, drawLatent, type Latent } from './latent.ts';
import { resize } from './resize.ts';

// A latent has an eighth of the picture's size, and so has what is shown of it.
const latentScale = 8;
const jpegQuality = 95;

/**
 * Shows a latent as it gets sharper: `at(0)` is almost noise, `at(1)` what it becomes. Pictures are JPEG and fill a square of
 * `longestSide` pixels.
 */
export class Previewer {
  readonly #small: Promise<Picture>;
  readonly #width: number;
  readonly #height: number;

  constructor(latent: Latent, longestSide: number) {
    const width = Math.max(1, Math.round(latent.width / latentScale));
    const height = Math.max(1, Math.round(latent.height / latentScale));
    const scale = longestSide / Math.max(width, height);
    this.#width = Math.max(1, Math.round(width * scale));
    this.#height = Math.max(1, Math.round(height * scale));
    this.#small = drawLatent({ ...latent, noise: 0 }, 0, width, height);
  }

  async at(share: number): Promise<Buffer> {
    const small = await this.#small;
    const noisy = emptyPicture(small.width, small.height);
    noisy.data.set(small.data);
    await addNoise(noisy, Math.max(0, 1 - share) ** 1.3, Math.round(share * 997) + 1);
    return encodeJpeg(await resize(noisy, this.#width, this.#height, 'bilinear'), jpegQuality);
  }
}

/** Encodes a JPEG; `quality` from 1 to 100. Blocks for about 20 ms at 512 × 512. */
export const encodeJpeg = ({ width, height, data }: Picture, quality: number): Buffer => {
  const rgba = Buffer.alloc(width * height * 4, 255);
  for (let i = 0, j = 0; i < data.length; i += 3, j += 4) {
    rgba[j] = data[i] ?? 0;
    rgba[j + 1] = data[i + 1] ?? 0;
    rgba[j + 2] = data[i + 2] ?? 0;
  }
  return jpeg.encode({ width, height, data: rgba }, quality).data;
};

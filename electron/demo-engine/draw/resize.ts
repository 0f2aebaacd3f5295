import { eachRow } from '../../lib/each-row.ts';
import { emptyPicture, type Picture } from '../../lib/picture.ts';

type Kernel = { reach: number; at: (distance: number) => number };

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));
const kernels: Record<string, Kernel> = {
  bilinear: { reach: 1, at: (x) => Math.max(0, 1 - Math.abs(x)) },
  area: { reach: 0.5, at: () => 1 },
  bicubic: {
    reach: 2,
    at: (x) => {
      const d = Math.abs(x);
      return d <= 1 ? 1.5 * d ** 3 - 2.5 * d ** 2 + 1 : -0.5 * d ** 3 + 2.5 * d ** 2 - 4 * d + 2;
    },
  },
  lanczos: { reach: 3, at: (x) => sinc(x) * sinc(x / 3) },
};

/** Which source samples make one target sample, and how much of each. */
interface Taps {
  first: number;
  weights: number[];
}

const tapsOf = (method: string, from: number, to: number): Taps[] => {
  const kernel = kernels[method];
  const ratio = from / to;
  return Array.from({ length: to }, (_, index) => {
    const centre = (index + 0.5) * ratio;
    if (!kernel) return { first: Math.min(from - 1, Math.floor(centre)), weights: [1] };
    const stretch = Math.max(1, ratio);
    const first = Math.max(0, Math.ceil(centre - kernel.reach * stretch - 0.5));
    const last = Math.min(from - 1, Math.floor(centre + kernel.reach * stretch - 0.5));
    const weights: number[] = [];
    for (let i = first; i <= last; i++) weights.push(kernel.at((i + 0.5 - centre) / stretch));
    const sum = weights.reduce((a, b) => a + b, 0);
    return sum === 0
      ? { first: Math.min(from - 1, Math.floor(centre)), weights: [1] }
      : { first, weights: weights.map((w) => w / sum) };
  });
};

/**
 * Scales to exactly `width` × `height`. `method` is one of ComfyUI's: nearest-exact, bilinear, area, bicubic, lanczos (anything else
 * scales as nearest-exact).
 */
export const resize = async (picture: Picture, width: number, height: number, method: string): Promise<Picture> => {
  if (picture.width === width && picture.height === height) return picture;
  const across = tapsOf(method, picture.width, width);
  const down = tapsOf(method, picture.height, height);
  const middle = new Float32Array(width * picture.height * 3);
  await eachRow(picture.height, (y) => {
    const source = y * picture.width * 3;
    for (let x = 0; x < width; x++) {
      const { first, weights } = across[x] ?? { first: 0, weights: [1] };
      let [r, g, b] = [0, 0, 0];
      for (let i = 0; i < weights.length; i++) {
        const weight = weights[i] ?? 0;
        const at = source + (first + i) * 3;
        r += (picture.data[at] ?? 0) * weight;
        g += (picture.data[at + 1] ?? 0) * weight;
        b += (picture.data[at + 2] ?? 0) * weight;
      }
      const to = (y * width + x) * 3;
      middle[to] = r;
      middle[to + 1] = g;
      middle[to + 2] = b;
    }
  });
  const result = emptyPicture(width, height);
  const clamped = new Uint8ClampedArray(result.data.buffer);
  const stride = width * 3;
  const sums = new Float32Array(stride);
  await eachRow(height, (y) => {
    const { first, weights } = down[y] ?? { first: 0, weights: [1] };
    sums.fill(0);
    for (let i = 0; i < weights.length; i++) {
      const weight = weights[i] ?? 0;
      const at = (first + i) * stride;
      for (let x = 0; x < stride; x++) sums[x] = (sums[x] ?? 0) + (middle[at + x] ?? 0) * weight;
    }
    clamped.set(sums, y * stride);
  });
  return result;
};

/** Cuts out a part; what lies outside of the picture is left out. Pure. */
export const crop = (picture: Picture, left: number, top: number, width: number, height: number): Picture => {
  const x = Math.max(0, Math.min(left, picture.width - 1));
  const y = Math.max(0, Math.min(top, picture.height - 1));
  const result = emptyPicture(Math.min(width, picture.width - x), Math.min(height, picture.height - y));
  for (let row = 0; row < result.height; row++) {
    const start = ((y + row) * picture.width + x) * 3;
    result.data.set(picture.data.subarray(start, start + result.width * 3), row * result.width * 3);
  }
  return result;
};

/** Scales like ComfyUI's own image nodes: `center` first cuts to the wanted shape. */
export const scaleTo = async (picture: Picture, width: number, height: number, method: string, cut: string): Promise<Picture> => {
  if (cut !== 'center') return resize(picture, width, height, method);
  const shape = width / height;
  const own = picture.width / picture.height;
  const cutWidth = own > shape ? Math.round(picture.height * shape) : picture.width;
  const cutHeight = own > shape ? picture.height : Math.round(picture.width / shape);
  const left = Math.round((picture.width - cutWidth) / 2);
  const top = Math.round((picture.height - cutHeight) / 2);
  return resize(crop(picture, left, top, Math.max(1, cutWidth), Math.max(1, cutHeight)), width, height, method);
};

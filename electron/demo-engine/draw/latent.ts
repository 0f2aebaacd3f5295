import { eachRow } from '../../lib/each-row.ts';
import { emptyPicture, type Mask, type Picture } from '../../lib/picture.ts';
import { mix } from './chance.ts';
import { resize } from './resize.ts';
import { type SceneRequest, sceneRows } from './scene.ts';

/** One sampling over what was there before. */
export interface Pass {
  scene: SceneRequest;
  /** From 0 (nothing changes) to 1 (nothing of what was there stays). */
  strength: number;
  /** Where it works; null: everywhere. */
  mask: Mask | null;
  /** A picture whose light and dark leads this pass (ControlNet), and how much. */
  guide: { picture: Picture; strength: number } | null;
}

/** What stands for a latent: a size in pixels, the pictures that were encoded into it, and the samplings since. */
export interface Latent {
  width: number;
  height: number;
  batch: number;
  /** Empty: it began as nothing. Shorter than the batch: the last one repeats. */
  base: readonly Picture[];
  passes: readonly Pass[];
  /** Where the next sampling may change something. */
  mask: Mask | null;
  /** From 0 (all of it sampled) to 1 (noise only). */
  noise: number;
}

/** Draws one picture of a latent at any size (previews draw small ones). */
export const drawLatent = async (
  latent: Latent,
  index: number,
  width = latent.width,
  height = latent.height,
): Promise<Picture> => {
  const base = latent.base[Math.min(index, latent.base.length - 1)];
  const result = emptyPicture(width, height);
  if (base) result.data.set((await resize(base, width, height, 'bilinear')).data);
  else result.data.fill(127);
  for (const pass of latent.passes) await drawPass(result, pass, index);
  if (latent.noise > 0) await addNoise(result, latent.noise, index);
  return result;
};

const drawPass = async (picture: Picture, pass: Pass, index: number): Promise<void> => {
  const { width, height, data } = picture;
  const paint = sceneRows({ ...pass.scene, index }, width, height);
  const row = new Uint8ClampedArray(width * 3);
  const guide = pass.guide ? await resize(pass.guide.picture, width, height, 'bilinear') : null;
  const lead = Math.min(0.85, (pass.guide?.strength ?? 0) * 0.6);
  await eachRow(height, (y) => {
    paint(y, row);
    const start = y * width * 3;
    for (let x = 0; x < width; x++) {
      const share = pass.strength * (pass.mask ? maskAt(pass.mask, x / width, y / height) : 1);
      if (share === 0) continue;
      const at = start + x * 3;
      let light = 1;
      if (guide) {
        const luma = ((guide.data[at] ?? 0) * 2 + (guide.data[at + 1] ?? 0) * 5 + (guide.data[at + 2] ?? 0)) / 2040;
        light = 1 - lead + lead * (0.25 + luma * 1.3);
      }
      for (let c = 0; c < 3; c++) {
        const value = Math.min(255, (row[x * 3 + c] ?? 0) * light);
        data[at + c] = (data[at + c] ?? 0) * (1 - share) + value * share;
      }
    }
  });
};

/** Covers the picture with coloured noise, the same for the same `key`. */
export const addNoise = (picture: Picture, amount: number, key: number): Promise<void> => {
  const stride = picture.width * 3;
  return eachRow(picture.height, (y) => {
    let state = mix(key * 7919 + y + 1);
    for (let i = y * stride; i < (y + 1) * stride; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) | 0;
      picture.data[i] = (picture.data[i] ?? 0) * (1 - amount) + (state >>> 24) * amount;
    }
  });
};

const maskAt = (mask: Mask, u: number, v: number): number => {
  const x = Math.min(mask.width - 1, Math.floor(u * mask.width));
  const y = Math.min(mask.height - 1, Math.floor(v * mask.height));
  return (mask.data[y * mask.width + x] ?? 0) / 255;
};

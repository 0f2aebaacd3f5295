import { cloud, ease, noise2 } from './chance.ts';
import { blend, type Colour } from './palette.ts';
import type { RowPainter, SceneSetup } from './scene.ts';

interface Ridge {
  /** Height of its line in each column, as row number. */
  line: Float32Array;
  colour: Colour;
}

/** Sky with sun or moon, ridges that fade into the distance, sometimes a lake that mirrors them. */
export const paintHills = ({ palette, chance, seed, width, height, detail }: SceneSetup): RowPainter => {
  const horizon = chance.between(0.42, 0.62) * height;
  const hasLake = chance.next() < 0.45;
  const shore = hasLake ? chance.between(0.72, 0.82) * height : height;
  const unit = Math.max(width, height);
  const sun = {
    x: chance.between(0.15, 0.85) * width,
    y: chance.between(0.14, 0.4) * height,
    r: unit * chance.between(0.035, 0.075),
  };
  const ridges = makeRidges(chance.whole(3, 5), { palette, chance, seed, width, height, detail }, horizon, shore);

  const sky = (x: number, y: number): Colour => {
    let colour = blend(palette.skyTop, palette.skyLow, ease(Math.min(1, Math.max(0, y / horizon))));
    const distance = Math.hypot(x - sun.x, y - sun.y);
    const puff = cloud((x / unit) * 5, (y / unit) * 11, seed, 3);
    if (puff > 0.52) colour = blend(colour, palette.skyLow, Math.min(0.75, (puff - 0.52) * 3.2));
    if (palette.isNight && noise2(x * 0.55, y * 0.55, seed + 9) > 0.965 - detail * 0.01)
      colour = blend(colour, palette.glow, 0.8);
    const glow = Math.exp(-Math.max(0, distance - sun.r) / (sun.r * 3.2));
    return blend(colour, palette.glow, distance < sun.r ? 1 : glow * 0.75);
  };
  const land = (x: number, y: number): Colour => {
    for (let i = ridges.length - 1; i >= 0; i--) {
      const ridge = ridges[i];
      const top = ridge?.line[Math.min(width - 1, Math.max(0, Math.round(x)))] ?? height;
      if (ridge && y >= top) return blend(ridge.colour, palette.far, Math.min(0.5, ((y - top) / height) * 1.4));
    }
    return sky(x, y);
  };

  return (y, row) => {
    for (let x = 0, i = 0; x < width; x++, i += 3) {
      let colour: Colour;
      if (y < shore) colour = land(x, y);
      else {
        const depth = (y - shore) / Math.max(1, height - shore);
        const ripple = (noise2(x * 0.02, y * (40 / height) * 8, seed + 31) - 0.5) * unit * 0.02 * (0.3 + depth);
        colour = blend(land(x + ripple, Math.max(0, 2 * shore - y - ripple)), palette.near, 0.25 + depth * 0.35);
      }
      row[i] = colour[0];
      row[i + 1] = colour[1];
      row[i + 2] = colour[2];
    }
  };
};

const makeRidges = (count: number, setup: SceneSetup, horizon: number, shore: number): Ridge[] => {
  const { palette, chance, seed, width, height, detail } = setup;
  return Array.from({ length: count }, (_, index) => {
    const nearness = (index + 1) / count;
    const base = horizon + (shore - horizon) * (index / count) * 0.9;
    const rise = height * chance.between(0.1, 0.26) * (1.1 - nearness * 0.55);
    const scale = chance.between(1.6, 3.2) + index * 0.9;
    const line = new Float32Array(width);
    for (let x = 0; x < width; x++) {
      const u = (x / Math.max(width, height)) * scale;
      const trees = nearness > 0.6 ? noise2(u * 60, index, seed + 77) * height * 0.018 * detail : 0;
      line[x] = base - (cloud(u, index * 7.3, seed + index * 13, 2 + Math.round(detail * 3)) - 0.35) * rise * 1.7 - trees;
    }
    return { line, colour: blend(palette.far, palette.near, ease(nearness)) };
  });
};

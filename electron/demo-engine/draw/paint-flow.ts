import { cloud, ease, noise2 } from './chance.ts';
import { blend } from './palette.ts';
import type { RowPainter, SceneSetup } from './scene.ts';

/** Bands of colour that bend around each other, like ink in water. */
export const paintFlow = ({ palette, chance, seed, width, height, detail }: SceneSetup): RowPainter => {
  const scale = chance.between(1.6, 3) / Math.max(width, height);
  const bend = chance.between(1.1, 2.2);
  const bands = chance.between(3, 6.5);
  const octaves = 1 + Math.round(detail * 2);
  const colours = [palette.near, palette.skyTop, palette.far, palette.skyLow, palette.accent, palette.glow];
  return (y, row) => {
    const v = y * scale;
    for (let x = 0, i = 0; x < width; x++, i += 3) {
      const u = x * scale;
      const warpX = noise2(u * 1.7, v * 1.7, seed) - 0.5;
      const warpY = noise2(u * 1.7, v * 1.7, seed + 50) - 0.5;
      const value = cloud(u + warpX * bend, v + warpY * bend, seed + 7, octaves) * bands;
      const whole = Math.floor(value);
      const from = colours[((whole % 6) + 6) % 6] ?? palette.near;
      const to = colours[(((whole + 1) % 6) + 6) % 6] ?? palette.far;
      const colour = blend(from, to, ease(value - whole));
      row[i] = colour[0];
      row[i + 1] = colour[1];
      row[i + 2] = colour[2];
    }
  };
};

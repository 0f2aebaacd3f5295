import { Chance, ease, noise2 } from './chance.ts';
import { blend, type Colour } from './palette.ts';
import type { RowPainter, SceneSetup } from './scene.ts';

interface Block {
  left: number;
  right: number;
  top: number;
  window: number;
  seed: number;
}
interface Layer {
  /** The block that covers each column, or undefined for a gap. */
  columns: (Block | undefined)[];
  colour: Colour;
  lit: number;
}

/** A skyline in three depths with lit windows, before a glowing sky. */
export const paintCity = ({ palette, chance, seed, width, height, detail }: SceneSetup): RowPainter => {
  const moon = {
    x: chance.between(0.15, 0.85) * width,
    y: chance.between(0.12, 0.35) * height,
    r: Math.min(width, height) * 0.06,
  };
  const layers: Layer[] = [0, 1, 2].map((depth) => ({
    columns: blocks(chance, width, height, depth),
    colour: blend(palette.far, palette.near, 0.25 + depth * 0.37),
    lit: palette.isNight ? 0.42 : 0.2,
  }));

  const wall = (layer: Layer, block: Block, x: number, y: number): Colour => {
    const size = block.window;
    const cellX = Math.floor((x - block.left) / size);
    const cellY = Math.floor((y - block.top) / size);
    const inX = (x - block.left) / size - cellX;
    const inY = (y - block.top) / size - cellY;
    const isWindow = inX > 0.3 && inX < 0.8 && inY > 0.3 && inY < 0.75 && x < block.right - size * 0.3 && cellY > 0;
    if (!isWindow || size < 3) return layer.colour;
    const lamp = noise2(cellX * 3.1 + 0.5, cellY * 2.7 + 0.5, block.seed);
    if (lamp > 1 - layer.lit) return blend(palette.glow, palette.accent, lamp * 0.5);
    return blend(layer.colour, palette.near, 0.4 * detail);
  };

  return (y, row) => {
    const base = blend(palette.skyTop, palette.skyLow, ease(Math.min(1, y / (height * 0.8))));
    for (let x = 0, i = 0; x < width; x++, i += 3) {
      const distance = Math.hypot(x - moon.x, y - moon.y);
      let colour =
        distance < moon.r ? palette.glow : blend(base, palette.glow, Math.exp(-(distance - moon.r) / (moon.r * 3)) * 0.6);
      for (const layer of layers) {
        const block = layer.columns[x];
        if (block && y >= block.top) colour = wall(layer, block, x, y);
      }
      const haze = y > height * 0.86 ? ((y / height - 0.86) / 0.14) * (0.35 + 0.3 * noise2(x / 40, y / 12, seed)) : 0;
      colour = blend(colour, palette.accent, haze);
      row[i] = colour[0];
      row[i + 1] = colour[1];
      row[i + 2] = colour[2];
    }
  };
};

const blocks = (chance: Chance, width: number, height: number, depth: number): (Block | undefined)[] => {
  const columns = new Array<Block | undefined>(width).fill(undefined);
  const own = new Chance(chance.whole(0, 0xfffffff));
  for (let x = -width * 0.02; x < width; ) {
    const breadth = Math.max(2, width * own.between(0.04, 0.1) * (0.8 + depth * 0.25));
    const top = height * (own.between(0.28, 0.62) + depth * 0.1);
    const block: Block = { left: x, right: x + breadth, top, window: breadth / own.whole(3, 6), seed: own.whole(0, 99_999) };
    for (let column = Math.max(0, Math.floor(x)); column < Math.min(width, x + breadth); column++) columns[column] = block;
    x += breadth + (own.next() < 0.3 ? width * own.between(0, 0.03) : 0);
  }
  return columns;
};

import { ease, noise2 } from './chance.ts';
import { blend, type Colour } from './palette.ts';
import type { RowPainter, SceneSetup } from './scene.ts';

interface Orb {
  x: number;
  y: number;
  r: number;
  petals: number;
  turn: number;
  colour: Colour;
}

/** Round shapes, some with petals, lit from one side, before a soft background. */
export const paintOrbs = ({ palette, chance, seed, width, height, detail }: SceneSetup): RowPainter => {
  const unit = Math.min(width, height);
  const light = chance.between(0, Math.PI * 2);
  const colours = [palette.accent, palette.skyLow, palette.far, palette.glow];
  const orbs: Orb[] = Array.from({ length: chance.whole(4, 8) }, (_, index) => ({
    x: chance.between(0.12, 0.88) * width,
    y: chance.between(0.15, 0.85) * height,
    r: unit * (index === 0 ? chance.between(0.22, 0.3) : chance.between(0.06, 0.16)),
    petals: chance.next() < 0.5 ? chance.whole(5, 9) : 0,
    turn: chance.between(0, Math.PI * 2),
    colour: colours[chance.whole(0, 3)] ?? palette.accent,
  })).reverse();

  return (y, row) => {
    for (let x = 0, i = 0; x < width; x++, i += 3) {
      const soft = noise2((x / unit) * 1.5, (y / unit) * 1.5, seed);
      let colour = blend(palette.skyTop, palette.near, ease(Math.min(1, y / height)) * 0.7 + soft * 0.3);
      for (const orb of orbs) {
        const dx = x - orb.x;
        const dy = y - orb.y;
        if (Math.abs(dx) > orb.r * 1.3 || Math.abs(dy) > orb.r * 1.3) continue;
        const angle = orb.petals > 0 ? Math.atan2(dy, dx) + orb.turn : 0;
        const edge = orb.petals > 0 ? orb.r * (0.78 + 0.22 * Math.cos(angle * orb.petals)) : orb.r;
        const inside = Math.hypot(dx, dy) / edge;
        if (inside >= 1) continue;
        const lit = 0.5 + 0.5 * ((dx * Math.cos(light) + dy * Math.sin(light)) / orb.r);
        const rim = Math.min(1, (1 - inside) * (6 + detail * 30));
        const shaded = blend(
          blend(orb.colour, palette.near, 0.55),
          blend(orb.colour, palette.glow, 0.6),
          ease(Math.min(1, Math.max(0, lit))),
        );
        colour = blend(colour, shaded, rim * 0.94);
      }
      row[i] = colour[0];
      row[i + 1] = colour[1];
      row[i + 2] = colour[2];
    }
  };
};

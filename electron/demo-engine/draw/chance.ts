/** A 32-bit hash of text, well mixed. Pure. */
export const hashText = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
  }
  return mix(hash);
};

/** Mixes 32 bits so that neighbours become strangers. Pure. */
export const mix = (value: number): number => {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
};

/** Numbers from 0 to 1 (without 1) that follow from `seed` alone. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = mix(seed);
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    return mix(this.#state) / 4294967296;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  whole(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }
}

/** Smooth noise from 0 to 1 over the plane, by value noise on a lattice. Pure. */
export const noise2 = (x: number, y: number, seed: number): number => {
  const xi = Math.floor(x);
  const yi = Math.floor(y);
  const u = ease(x - xi);
  const v = ease(y - yi);
  const top = lattice(xi, yi, seed) * (1 - u) + lattice(xi + 1, yi, seed) * u;
  const bottom = lattice(xi, yi + 1, seed) * (1 - u) + lattice(xi + 1, yi + 1, seed) * u;
  return top * (1 - v) + bottom * v;
};

/** Sum of `octaves` of noise2, each twice as fine and half as strong, from 0 to 1. Pure. */
export const cloud = (x: number, y: number, seed: number, octaves: number): number => {
  let sum = 0;
  let weight = 0.5;
  let total = 0;
  let scale = 1;
  for (let i = 0; i < octaves; i++) {
    sum += noise2(x * scale, y * scale, seed + i * 101) * weight;
    total += weight;
    weight /= 2;
    scale *= 2;
  }
  return sum / total;
};

export const ease = (t: number): number => t * t * (3 - 2 * t);

const lattice = (x: number, y: number, seed: number): number => {
  let h = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return ((h ^ (h >>> 13)) >>> 0) / 4294967296;
};

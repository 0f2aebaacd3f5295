import { Chance, hashText } from './chance.ts';

export type Colour = readonly [r: number, g: number, b: number];

/** The colours of one picture. */
export interface Palette {
  skyTop: Colour;
  skyLow: Colour;
  glow: Colour;
  near: Colour;
  far: Colour;
  accent: Colour;
  isNight: boolean;
}

const nightWords = /\b(night|moon|dark|stars?|midnight|neon|cyberpunk|space|galaxy)\b|밤|달빛|별/i;
const dawnWords = /\b(sunset|sunrise|dawn|dusk|golden|autumn|fire|warm)\b|노을|새벽|가을/i;
const greenWords = /\b(forest|jungle|meadow|garden|spring|grass|trees?)\b|숲|정원|봄/i;
const blueWords = /\b(sea|ocean|lake|river|lighthouse|rain|winter|snow|ice|underwater)\b|바다|호수|겨울|눈/i;

/**
 * Colours that fit the words of a prompt: the text's hash picks them, a few words lean them (night, sunset, forest, sea).
 * `saturation` 1 = as they are. Pure.
 */
export const paletteOf = (text: string, modelHue: number, saturation: number): Palette => {
  const chance = new Chance(hashText(text));
  const isNight = nightWords.test(text) || (!dawnWords.test(text) && chance.next() < 0.2);
  const leaning = dawnWords.test(text) ? 18 : greenWords.test(text) ? 130 : blueWords.test(text) ? 210 : null;
  const hue = (leaning === null ? chance.between(0, 360) : leaning + chance.between(-14, 14)) + modelHue;
  // A sunset stays between red and gold.
  const turn = dawnWords.test(text) ? chance.between(10, 22) : chance.between(25, 70) * (chance.next() < 0.5 ? -1 : 1);
  const s = (value: number): number => Math.min(1, value * saturation);
  return isNight
    ? {
        skyTop: hsl(hue, s(0.55), 0.08),
        skyLow: hsl(hue + turn, s(0.45), 0.3),
        glow: hsl(hue + turn * 1.6, s(0.35), 0.85),
        near: hsl(hue + 8, s(0.4), 0.05),
        far: hsl(hue + turn * 0.7, s(0.35), 0.24),
        accent: hsl(hue + 150, s(0.8), 0.6),
        isNight,
      }
    : {
        skyTop: hsl(hue, s(0.55), 0.52),
        skyLow: hsl(hue + turn, s(0.7), 0.82),
        glow: hsl(hue + turn * 1.5, s(0.9), 0.9),
        near: hsl(hue + turn * 0.4 + 200, s(0.35), 0.16),
        far: hsl(hue + turn * 0.8, s(0.4), 0.66),
        accent: hsl(hue + 165, s(0.75), 0.55),
        isNight,
      };
};

/** Hue in degrees, saturation and lightness from 0 to 1, to bytes. Pure. */
const hsl = (hue: number, saturation: number, lightness: number): Colour => {
  const h = (((hue % 360) + 360) % 360) / 30;
  const a = saturation * Math.min(lightness, 1 - lightness);
  const channel = (n: number): number => {
    const k = (n + h) % 12;
    return 255 * (lightness - a * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [channel(0), channel(8), channel(4)];
};

/** Colour `share` of the way from one to the other. Pure. */
export const blend = (from: Colour, to: Colour, share: number): Colour => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];

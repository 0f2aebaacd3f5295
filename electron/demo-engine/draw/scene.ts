import { Chance, hashText, mix } from './chance.ts';
import { paintCity } from './paint-city.ts';
import { paintFlow } from './paint-flow.ts';
import { paintHills } from './paint-hills.ts';
import { paintOrbs } from './paint-orbs.ts';
import { type Palette, paletteOf } from './palette.ts';

/** Everything that decides what a sampled picture looks like. */
export interface SceneRequest {
  /** The positive prompt; its words choose subject and colours. */
  text: string;
  negative: string;
  /** Any whole number, as text. */
  seed: string;
  /** Number of the picture within its batch. */
  index: number;
  steps: number;
  cfg: number;
  sampler: string;
  scheduler: string;
  /** Name of the model with its changes (LoRAs, shifts). */
  model: string;
}

/** What the painters get. */
export interface SceneSetup {
  palette: Palette;
  /** Chance for the layout: from the seed. */
  chance: Chance;
  seed: number;
  width: number;
  height: number;
  /** From 0 (hardly sampled) to 1: how much fine detail there is. */
  detail: number;
}

/** Writes row `y` (three bytes a pixel) into `row`. Values are clamped by the array. */
export type RowPainter = (y: number, row: Uint8ClampedArray) => void;

const cityWords = /\b(city|street|town|skyline|building|tower|neon|cyberpunk|tokyo|seoul)\b|도시|거리|서울/i;
const orbWords = /\b(portrait|flower|fruit|planet|bubble|still life|cat|dog|face|woman|man|girl|boy)\b|꽃|고양이|초상/i;
const flowWords = /\b(abstract|pattern|texture|marble|ink|smoke|wave|silk|liquid)\b|추상|무늬|물결/i;
const painters = [paintHills, paintHills, paintFlow, paintOrbs, paintCity];

/**
 * Prepares one picture: words choose the subject (hills, city, orbs, flow) and the palette, the seed its layout, steps its detail, cfg
 * its saturation. The same request gives the same bytes at the same size. Pure.
 */
export const sceneRows = (request: SceneRequest, width: number, height: number): RowPainter => {
  const textHash = hashText(request.text.trim().toLowerCase());
  const style = hashText(`${request.sampler}/${request.scheduler}/${request.negative}`);
  const seed = mix(hashText(`${request.seed}:${request.index}`) ^ textHash ^ (style & 0xffff));
  const setup: SceneSetup = {
    palette: paletteOf(request.text, (hashText(request.model) % 31) - 15, Math.min(1.5, 0.72 + request.cfg * 0.04)),
    chance: new Chance(seed),
    seed: seed & 0xffff,
    width,
    height,
    detail: Math.min(1, Math.sqrt(request.steps / 20)),
  };
  return finish(painterFor(request.text, textHash)(setup), setup, request.steps);
};

const painterFor = (text: string, hash: number): ((setup: SceneSetup) => RowPainter) => {
  if (cityWords.test(text)) return paintCity;
  if (flowWords.test(text)) return paintFlow;
  if (orbWords.test(text)) return paintOrbs;
  return painters[hash % painters.length] ?? paintHills;
};

/** Grain that belongs to the seed, darker corners, and what too few steps leave behind. */
const finish = (paint: RowPainter, setup: SceneSetup, steps: number): RowPainter => {
  const { width, height, seed } = setup;
  const grain = 3 + 60 / (steps + 1);
  return (y, row) => {
    paint(y, row);
    const dy = (y / height - 0.5) * 1.1;
    let state = mix(seed * 0x9e3779b1 + y);
    for (let x = 0, i = 0; x < width; x++, i += 3) {
      const dx = (x / width - 0.5) * 1.1;
      const shade = 1 - (dx * dx + dy * dy) * 0.45;
      state = (Math.imul(state, 1664525) + 1013904223) | 0;
      const speck = ((state >>> 24) / 255 - 0.5) * grain;
      row[i] = (row[i] ?? 0) * shade + speck;
      row[i + 1] = (row[i + 1] ?? 0) * shade + speck;
      row[i + 2] = (row[i + 2] ?? 0) * shade + speck;
    }
  };
};

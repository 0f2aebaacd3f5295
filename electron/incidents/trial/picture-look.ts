import type { Problem } from '../../../shared/engine.ts';
import { problemOf } from '../../../shared/problem.ts';
import { eachRow } from '../../lib/each-row.ts';
import type { Picture } from '../../lib/picture.ts';
import type { Proof } from './trial-machine.ts';

/** What a picture's numbers say. 0 to 255. */
export interface PictureLook {
  /** Brightest value of any channel. */
  max: number;
  /** Largest distance between the darkest and the brightest value of one channel. */
  spread: number;
}

/** Brightest value of a picture that still counts as black: noise of a codec or a watermark's edge is above. */
const blackMax = 4;
/** A picture of one colour may be rounded to its neighbour. */
const flatSpread = 2;

/** Looks at every value once, with turns for others in between: a large picture takes a good part of a second. */
export const lookAtPicture = async ({ width, height, data }: Picture): Promise<PictureLook> => {
  const low = [255, 255, 255];
  const high = [0, 0, 0];
  await eachRow(height, (row) => {
    for (let at = row * width * 3; at < (row + 1) * width * 3; at += 3)
      for (let channel = 0; channel < 3; channel++) {
        const value = data[at + channel] ?? 0;
        if (value < (low[channel] ?? 0)) low[channel] = value;
        if (value > (high[channel] ?? 0)) high[channel] = value;
      }
  });
  const spreads = high.map((value, channel) => Math.max(0, value - (low[channel] ?? 0)));
  return { max: Math.max(...high), spread: Math.max(...spreads) };
};

/** ComfyUI's saving nodes let numpy say this when values are no numbers, or far out of range. */
const noNumbers = /RuntimeWarning: invalid value encountered in cast/;

/**
 * Whether what a job made is a picture at all. `looks`: of its pictures, as far as they can be decoded; `lines`: of its run. `isDrawn`:
 * the graph samples, so that one colour is odd; else it may be just what was asked for. Pure.
 */
export const judgePictures = (looks: readonly PictureLook[], lines: readonly string[], isDrawn: boolean): Proof => {
  const bad = (detail: Problem): Proof => ({ isShown: false, detail });
  if (lines.some((line) => noNumbers.test(line))) return bad(problemOf('trialPictureNaN'));
  if (!isDrawn) return { isShown: true, detail: null };
  if (looks.some(({ max }) => max <= blackMax)) return bad(problemOf('trialPictureBlack'));
  return { isShown: true, detail: looks.some(({ spread }) => spread <= flatSpread) ? problemOf('trialPictureFlat') : null };
};

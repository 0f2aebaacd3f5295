import { expect, test } from 'vitest';
import { judgePictures, lookAtPicture } from '../../../electron/incidents/trial/picture-look.ts';

const filled = (...pixels: [number, number, number][]) => ({ data: Uint8Array.from(pixels.flat()) });
const black = lookAtPicture(filled([0, 0, 0], [1, 0, 0], [0, 2, 0]));
const grey = lookAtPicture(filled([127, 127, 127], [128, 127, 127], [127, 127, 128]));
const picture = lookAtPicture(filled([0, 0, 0], [10, 200, 30], [250, 4, 99]));
const dark = lookAtPicture(filled([0, 0, 0], [9, 3, 14]));

const warning = 'nodes.py:1662: RuntimeWarning: invalid value encountered in cast';

test.each<[string, Parameters<typeof judgePictures>, string]>([
  ['a picture', [[picture], [], true], 'shown -'],
  ['a dark picture', [[dark], [], true], 'shown -'],
  ['a black one is no cure', [[picture, black], [], true], 'not trialPictureBlack'],
  ['one of a single colour is said', [[grey], [], true], 'shown trialPictureFlat'],
  ['a black one that was asked for', [[black], [], false], 'shown -'],
  ['values that are no numbers, whatever it looks like', [[picture], ['x', warning], true], 'not trialPictureNaN'],
  ['nothing that could be decoded', [[], [], true], 'shown -'],
])('%s', (_name, [looks, lines, isDrawn], expected) => {
  const { isShown, detail } = judgePictures(looks, lines, isDrawn);
  expect(`${isShown ? 'shown' : 'not'} ${detail?.key ?? '-'}`).toBe(expected);
});

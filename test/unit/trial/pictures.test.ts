import { expect, test } from 'vitest';
import { judgePictures, lookAtPicture } from '../../../electron/incidents/trial/picture-look.ts';
import { emptyPicture } from '../../../electron/lib/picture.ts';

const filled = (...pixels: [number, number, number][]) => ({
  width: 1,
  height: pixels.length,
  data: Uint8Array.from(pixels.flat()),
});
const black = await lookAtPicture(filled([0, 0, 0], [1, 0, 0], [0, 2, 0]));
const grey = await lookAtPicture(filled([127, 127, 127], [128, 127, 127], [127, 127, 128]));
const picture = await lookAtPicture(filled([0, 0, 0], [10, 200, 30], [250, 4, 99]));
const dark = await lookAtPicture(filled([0, 0, 0], [9, 3, 14]));

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

test('others have their turn while a large picture is looked at', async () => {
  let turns = 0;
  const turn = (): void => {
    turns++;
    timer = setImmediate(turn);
  };
  let timer = setImmediate(turn);
  const look = await lookAtPicture(emptyPicture(4096, 4096));
  clearImmediate(timer);
  expect(look).toEqual({ max: 0, spread: 0 });
  expect(turns).toBeGreaterThan(2);
});

import jpeg from 'jpeg-js';
import { expect, test } from 'vitest';
import { lookAtFile } from '../../../electron/incidents/trial/look-at-file.ts';
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

const jpegOf = (colour: (at: number) => number): Buffer => {
  const data = Buffer.alloc(64 * 64 * 4, 255);
  for (let at = 0; at < 64 * 64; at++) data.fill(colour(at), at * 4, at * 4 + 3);
  return jpeg.encode({ width: 64, height: 64, data }, 80).data;
};
/** Header of a lossy WebP of this size, and as many bytes as it is said to have. */
const webpOf = (side: number, bytes: number): Buffer => {
  const file = Buffer.alloc(bytes, 7);
  file.write('RIFF', 0, 'latin1');
  file.write('WEBPVP8 ', 8, 'latin1');
  file.writeUInt16LE(side, 26);
  file.writeUInt16LE(side, 28);
  return file;
};

test.each<[string, Buffer, string]>([
  ['a black JPEG', jpegOf(() => 0), 'trialPictureBlack'],
  ['a grey JPEG', jpegOf(() => 127), 'trialPictureFlat'],
  ['a JPEG with something on it', jpegOf((at) => (at % 64) * 4), '-'],
  // Sizes as libwebp writes them: black at quality 75, and the softest gradient there is.
  ['a WebP of one colour', webpOf(1024, 1930), 'trialPictureFlat'],
  ['a WebP with something on it', webpOf(1024, 3400), '-'],
  ['a cut JPEG', jpegOf(() => 0).subarray(0, 40), '-'],
  ['no picture', Buffer.from('hello'), '-'],
])('%s', async (_name, content, expected) => {
  const look = await lookAtFile(content);
  expect(judgePictures(look ? [look] : [], [], true).detail?.key ?? '-').toBe(expected);
});

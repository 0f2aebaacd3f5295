import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decodePicture } from '../../../electron/demo-engine/draw/decode.ts';
import { drawLatent, type Latent } from '../../../electron/demo-engine/draw/latent.ts';
import { solidPicture } from '../../../electron/demo-engine/draw/picture.ts';
import { encodePng } from '../../../electron/demo-engine/draw/png-encode.ts';
import { encodeJpeg, Previewer } from '../../../electron/demo-engine/draw/preview.ts';
import { resize, scaleTo } from '../../../electron/demo-engine/draw/resize.ts';
import { emptyPicture, type Picture } from '../../../electron/lib/picture.ts';
import { decodePng } from '../../../electron/lib/png-decode.ts';

const noisy = (width: number, height: number): Picture => {
  const picture = emptyPicture(width, height);
  picture.data.forEach((_, i) => {
    picture.data[i] = (i * 7919) % 251;
  });
  return picture;
};
const difference = (a: Picture, b: Picture): number =>
  a.data.reduce((sum, value, i) => sum + Math.abs(value - (b.data[i] ?? 0)), 0) / a.data.length;

describe('PNG', () => {
  test.each([
    [1, 1],
    [37, 23],
    [300, 200],
  ])('%i × %i survives writing and reading', async (width, height) => {
    const picture = noisy(width, height);
    const { picture: read, alpha } = await decodePng(await encodePng(picture, [['prompt', '{}']], 4));
    expect(read).toEqual(picture);
    expect(alpha).toBeNull();
  });

  /** A PNG from rows that are filtered already. */
  const png = (
    colour: number,
    depth: number,
    width: number,
    height: number,
    rows: number[][],
    more: [string, number[]][] = [],
  ): Buffer => {
    const chunk = (type: string, body: Buffer): Buffer => {
      const head = Buffer.alloc(8);
      head.writeUInt32BE(body.length, 0);
      head.write(type, 4);
      return Buffer.concat([head, body, Buffer.alloc(4)]);
    };
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header.set([depth, colour, 0, 0, 0], 8);
    return Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('IHDR', header),
      ...more.map(([type, body]) => chunk(type, Buffer.from(body))),
      chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  };

  test.each([
    ['grey', png(0, 8, 2, 1, [[0, 10, 200]]), [10, 10, 10, 200, 200, 200], null],
    ['one bit', png(0, 1, 3, 1, [[0, 0b10100000]]), [255, 255, 255, 0, 0, 0, 255, 255, 255], null],
    [
      'palette with transparency',
      png(
        3,
        8,
        2,
        1,
        [[0, 1, 0]],
        [
          ['PLTE', [1, 2, 3, 4, 5, 6]],
          ['tRNS', [0]],
        ],
      ),
      [4, 5, 6, 1, 2, 3],
      [255, 0],
    ],
    [
      'alpha',
      png(6, 8, 1, 2, [
        [0, 9, 8, 7, 60],
        [2, 1, 1, 1, 1],
      ]),
      [9, 8, 7, 10, 9, 8],
      [60, 61],
    ],
    ['16 bit', png(2, 16, 1, 1, [[0, 50, 0, 60, 0, 70, 0]]), [50, 60, 70], null],
    [
      'sub, average and Paeth',
      png(0, 8, 2, 3, [
        [1, 10, 5],
        [3, 20, 10],
        [4, 1, 1],
      ]),
      [10, 10, 10, 15, 15, 15, 25, 25, 25, 30, 30, 30, 26, 26, 26, 31, 31, 31],
      null,
    ],
  ])('reads %s', async (_what, bytes, pixels, transparency) => {
    const { picture, alpha } = await decodePng(bytes);
    expect([...picture.data]).toEqual(pixels);
    expect(alpha && [...alpha.data]).toEqual(transparency);
  });

  test('names a file that is cut or no picture', async () => {
    const whole = await encodePng(noisy(20, 20), [], 4);
    for (const bytes of [
      whole.subarray(0, whole.length - 40),
      Buffer.from('hello'),
      Buffer.alloc(0),
      Buffer.from([0xff, 0xd8, 0xff, 0]),
    ]) {
      await expect(decodePicture(bytes, '/x.png')).rejects.toThrow("cannot identify image file '/x.png'");
    }
  });
});

describe('drawing', () => {
  const scene = {
    text: 'a lighthouse',
    negative: '',
    seed: '1',
    index: 0,
    steps: 20,
    cfg: 7,
    sampler: 'euler',
    scheduler: 'normal',
    model: 'm',
  };
  const latent = (strength: number, base: Picture[] = [], change: Partial<typeof scene> = {}): Latent => ({
    width: 64,
    height: 48,
    batch: 1,
    base,
    passes: [{ scene: { ...scene, ...change }, strength, mask: null, guide: null }],
    mask: null,
    noise: 0,
  });

  test('has the size that is asked for and follows from its values', async () => {
    const first = await drawLatent(latent(1), 0);
    expect([first.width, first.height, first.data.length]).toEqual([64, 48, 64 * 48 * 3]);
    expect(difference(first, await drawLatent(latent(1), 0))).toBe(0);
    for (const change of [
      { seed: '2' },
      { text: 'a castle' },
      { cfg: 2 },
      { steps: 3 },
      { sampler: 'heun' },
      { negative: 'blurry' },
    ]) {
      expect(difference(first, await drawLatent(latent(1, [], change), 0))).toBeGreaterThan(0);
    }
    expect(difference(first, await drawLatent(latent(1), 1))).toBeGreaterThan(0);
  });

  test('keeps more of a given picture the less it changes', async () => {
    const given = solidPicture(64, 48, 0x2040c0);
    const [little, much] = [await drawLatent(latent(0.2, [given]), 0), await drawLatent(latent(0.9, [given]), 0)];
    expect(difference(little, given)).toBeGreaterThan(0);
    expect(difference(little, given)).toBeLessThan(difference(much, given));
  });

  test('previews come closer to the picture with each step', async () => {
    const previewer = new Previewer(latent(1), 128);
    const shares = [0.1, 0.4, 0.7, 1];
    const shown = await Promise.all(shares.map(async (share) => (await decodePicture(await previewer.at(share), 'x')).picture));
    expect(shown.map(({ width, height }) => [width, height])).toEqual(shares.map(() => [128, 96]));
    const end = shown.at(-1) ?? emptyPicture(1, 1);
    const distances = shown.map((picture) => difference(picture, end));
    expect(distances).toEqual([...distances].sort((a, b) => b - a));
    expect(distances[0]).toBeGreaterThan(20);
  });

  test('scales flat pictures to flat pictures of the same colour, by every method', async () => {
    for (const method of ['nearest-exact', 'bilinear', 'area', 'bicubic', 'lanczos']) {
      for (const [width, height] of [
        [7, 11],
        [50, 3],
        [1, 1],
      ] as const) {
        const scaled = await resize(solidPicture(20, 10, 0x336699), width, height, method);
        expect(difference(scaled, solidPicture(width, height, 0x336699))).toBe(0);
      }
    }
    const cut = await scaleTo(noisy(40, 10), 10, 10, 'nearest-exact', 'center');
    expect([...cut.data.subarray(0, 3)]).toEqual([...noisy(40, 10).data.subarray(45, 48)]);
  });

  test('JPEG of it is JPEG', async () => {
    const { picture } = await decodePicture(encodeJpeg(solidPicture(33, 17, 0x8899aa), 95), 'x');
    expect([picture.width, picture.height]).toEqual([33, 17]);
    expect(difference(picture, solidPicture(33, 17, 0x8899aa))).toBeLessThan(4);
  });
});

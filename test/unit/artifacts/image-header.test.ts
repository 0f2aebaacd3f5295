import { expect, test } from 'vitest';
import { isWholeImage, readImageHeader } from '../../../electron/artifacts/image-header.ts';
import { bmp, gif, jpeg, png, webp } from './pictures.ts';

const pictures: [string, Buffer, string, number, number][] = [
  ['PNG', png(64, 32), 'png', 64, 32],
  ['JPEG', jpeg(640, 480), 'jpg', 640, 480],
  ['progressive JPEG', jpeg(9, 7, 0, 0xc2), 'jpg', 9, 7],
  ['JPEG behind long metadata', jpeg(640, 480, 65_000), 'jpg', 640, 480],
  ['extended WebP', webp.extended(5000, 3), 'webp', 5000, 3],
  ['lossless WebP', webp.lossless(16_384, 12_001), 'webp', 16_384, 12_001],
  ['lossy WebP', webp.lossy(400, 301), 'webp', 400, 301],
  ['GIF', gif(320, 200), 'gif', 320, 200],
  ['BMP', bmp(30, 20), 'bmp', 30, 20],
  ['BMP from top to bottom', bmp(30, -20), 'bmp', 30, 20],
];
test.each(pictures)('%s', (_name, bytes, format, width, height) => {
  expect(readImageHeader(bytes)).toMatchObject({ format, size: { width, height } });
  expect(isWholeImage(readImageHeader(bytes)?.format ?? 'png', bytes, bytes, bytes.length)).toBe(true);
});

test.each(pictures.filter(([name]) => name !== 'BMP from top to bottom'))('%s cut short is not whole', (_name, bytes) => {
  const cut = bytes.subarray(0, bytes.length - 1);
  const header = readImageHeader(cut);
  expect(header && isWholeImage(header.format, cut, cut, cut.length)).toBe(false);
});

test.each(pictures)('%s cut anywhere never throws and never invents a size', (_name, bytes, _format, width, height) => {
  for (let length = 0; length < Math.min(bytes.length, 200); length++) {
    const { size } = readImageHeader(bytes.subarray(0, length)) ?? {};
    expect([null, undefined, `${width}x${height}`]).toContain(size && `${size.width}x${size.height}`);
  }
});

test.each<[string, Buffer]>([
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('BMW is no bitmap, whatever its letters say')],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['sound in RIFF', Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1')],
  ['MP4', Buffer.from('\0\0\0\x18ftypmp42', 'latin1')],
])('%s is no picture', (_name, bytes) => {
  expect(readImageHeader(bytes)).toBeNull();
});

test('a picture without width has no size', () => {
  expect(readImageHeader(png(0, 8))?.size).toBeNull();
});
test('bytes behind the end do no harm', () => {
  const bytes = Buffer.concat([jpeg(8, 8), Buffer.alloc(500)]);
  expect(isWholeImage('jpg', bytes, bytes, bytes.length)).toBe(true);
});

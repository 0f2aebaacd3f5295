import { promisify } from 'node:util';
import { crc32, deflate, deflateSync } from 'node:zlib';
import { eachRow } from '../../lib/each-row.ts';
import type { Picture } from '../../lib/picture.ts';

const deflateAside = promisify(deflate);
const smallBytes = 64_000;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** One text chunk: a key of 1 to 79 Latin-1 characters and ASCII text. */
export type PngText = readonly [key: string, text: string];

/**
 * Writes an 8-bit RGB PNG with `texts` as tEXt chunks before the pixels. `level` is zlib's, 0 to 9. Bigger pictures are compressed
 * beside the main thread.
 */
export const encodePng = async (picture: Picture, texts: readonly PngText[], level: number): Promise<Buffer> => {
  const { width, height, data } = picture;
  const stride = width * 3;
  const raw = Buffer.alloc((stride + 1) * height);
  await eachRow(height, (y) => {
    // Filter "up" (2) below the first row, "sub" (1) in it: both turn flat areas into zeros.
    const at = y * (stride + 1);
    raw[at] = y === 0 ? 1 : 2;
    const back = y === 0 ? 3 : stride;
    const start = y * stride;
    for (let i = 0; i < stride; i++) {
      const before = y === 0 && i < 3 ? 0 : (data[start + i - back] ?? 0);
      raw[at + 1 + i] = (data[start + i] ?? 0) - before;
    }
  });
  const packed = raw.length < smallBytes ? deflateSync(raw, { level }) : await deflateAside(raw, { level });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...texts.map(([key, text]) => chunk('tEXt', Buffer.from(`${key}\0${text}`, 'latin1'))),
    chunk('IDAT', packed),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const chunk = (type: string, body: Buffer): Buffer => {
  const out = Buffer.alloc(body.length + 12);
  out.writeUInt32BE(body.length, 0);
  out.write(type, 4, 'latin1');
  out.set(body, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + body.length)), 8 + body.length);
  return out;
};

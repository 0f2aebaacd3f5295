import { crc32, deflateSync } from 'node:zlib';

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(8);
  out.writeUInt32BE(data.length, 0);
  out.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([out.subarray(0, 4), body, out.subarray(4)]);
};

/** A real PNG of one colour. `comment` makes files of the same size differ. */
export const png = (width: number, height: number, comment = ''): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from(`prompt\0${comment}`, 'latin1')),
    chunk('IDAT', deflateSync(Buffer.alloc((width * 3 + 1) * height))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** A JPEG's frame: start, `before` as one long APP segment, frame header, end. */
export const jpeg = (width: number, height: number, before = 0, marker = 0xc0): Buffer => {
  const app = Buffer.alloc(before === 0 ? 0 : before + 4);
  if (before > 0) {
    app.set([0xff, 0xe1]);
    app.writeUInt16BE(before + 2, 2);
  }
  const frame = Buffer.from([0xff, marker, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), app, Buffer.from([0xff, 0xff]), frame.subarray(1), Buffer.from([0xff, 0xd9])]);
};

export const gif = (width: number, height: number): Buffer => {
  const bytes = Buffer.from('GIF89a\0\0\0\0\0\0\0;', 'latin1');
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return bytes;
};

const riff = (kind: string, data: Buffer): Buffer => {
  const bytes = Buffer.concat([Buffer.from(`RIFF\0\0\0\0WEBP${kind}\0\0\0\0`, 'latin1'), data]);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.writeUInt32LE(data.length, 16);
  return bytes;
};
/** The three forms of WebP: extended, lossless, lossy. */
export const webp = {
  extended(width: number, height: number): Buffer {
    const data = Buffer.alloc(10);
    data.writeUIntLE(width - 1, 4, 3);
    data.writeUIntLE(height - 1, 7, 3);
    return riff('VP8X', data);
  },
  lossless(width: number, height: number): Buffer {
    const data = Buffer.alloc(10);
    data[0] = 0x2f;
    data.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 1);
    return riff('VP8L', data);
  },
  lossy(width: number, height: number): Buffer {
    const data = Buffer.alloc(10);
    data.writeUInt16LE(width, 6);
    data.writeUInt16LE(height, 8);
    return riff('VP8 ', data);
  },
};

export const bmp = (width: number, height: number): Buffer => {
  const bytes = Buffer.alloc(54);
  bytes.write('BM', 'latin1');
  bytes.writeUInt32LE(54, 2);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  return bytes;
};

/** What the first bytes of a picture tell. */
export interface ImageHeader {
  format: 'png' | 'jpg' | 'webp' | 'gif' | 'bmp';
  mime: string;
  /** In pixels; null where the header is cut off or the format hides it. */
  size: { width: number; height: number } | null;
}

const ascii = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to);
const sized = (width: number, height: number): ImageHeader['size'] => (width > 0 && height > 0 ? { width, height } : null);

/** Walks JPEG's segments to the frame header, whatever stands before it (EXIF, colour profiles). */
const jpegSize = (bytes: Buffer): ImageHeader['size'] => {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    // SOF0 to SOF15 without the tables DHT, JPG, DAC among them.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return sized(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
    // Fill bytes and markers without a length.
    const isBare = marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
    at += isBare ? (marker === 0xff ? 1 : 2) : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
};

const webpSize = (bytes: Buffer): ImageHeader['size'] => {
  if (bytes.length < 30) return null;
  switch (ascii(bytes, 12, 16)) {
    case 'VP8X':
      return sized(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21);
      return sized((packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1);
    }
    case 'VP8 ':
      return sized(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
    default:
      return null;
  }
};

/**
 * Format and size of a PNG, JPEG, WebP, GIF or BMP from its first bytes, whatever its name says; null for anything else. Give as much
 * of the beginning as there is: JPEG may hide its size behind long metadata. Pure.
 */
export const readImageHeader = (head: Uint8Array): ImageHeader | null => {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') {
    const size =
      bytes.length >= 24 && ascii(bytes, 12, 16) === 'IHDR' ? sized(bytes.readUInt32BE(16), bytes.readUInt32BE(20)) : null;
    return { format: 'png', mime: 'image/png', size };
  }
  if (ascii(bytes, 0, 3) === '\xff\xd8\xff') return { format: 'jpg', mime: 'image/jpeg', size: jpegSize(bytes) };
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP')
    return { format: 'webp', mime: 'image/webp', size: webpSize(bytes) };
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) {
    return {
      format: 'gif',
      mime: 'image/gif',
      size: bytes.length >= 10 ? sized(bytes.readUInt16LE(6), bytes.readUInt16LE(8)) : null,
    };
  }
  // BMP's mark is two letters that texts begin with too: its header's own length must fit.
  if (ascii(bytes, 0, 2) === 'BM' && bytes.length >= 26 && [12, 40, 52, 56, 108, 124].includes(bytes.readUInt32LE(14))) {
    const isOld = bytes.readUInt32LE(14) === 12;
    const [width, height] = isOld
      ? [bytes.readUInt16LE(18), bytes.readUInt16LE(20)]
      : [bytes.readInt32LE(18), bytes.readInt32LE(22)];
    // A negative height means top to bottom.
    return { format: 'bmp', mime: 'image/bmp', size: sized(width, Math.abs(height)) };
  }
  return null;
};

const pngEnd = Buffer.from([0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);
const jpegEnd = Buffer.from([0xff, 0xd9]);

/**
 * Whether a picture was written to its end: formats with an end mark have it in `tail`, the others are as long as their header says.
 * Bytes behind the end are fine, some cameras put them there. Pure.
 */
export const isWholeImage = (format: ImageHeader['format'], head: Uint8Array, tail: Uint8Array, totalBytes: number): boolean => {
  const first = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const last = Buffer.from(tail.buffer, tail.byteOffset, tail.byteLength);
  switch (format) {
    case 'png':
      return last.lastIndexOf(pngEnd) >= 0;
    case 'jpg':
      return last.lastIndexOf(jpegEnd) >= 0;
    case 'gif':
      return last.lastIndexOf(0x3b) >= 0;
    case 'webp':
      return totalBytes >= first.readUInt32LE(4) + 8;
    case 'bmp':
      return totalBytes >= first.readUInt32LE(2);
  }
};

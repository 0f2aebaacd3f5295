import { eachRow } from '../../lib/each-row.ts';
import { decodeJpeg, isJpeg } from '../../lib/jpeg-decode.ts';
import { emptyPicture } from '../../lib/picture.ts';
import { type Decoded, decodePng, isPng } from '../../lib/png-decode.ts';
import { PyError } from '../python/values.ts';
import { Chance, hashText } from './chance.ts';
import { sceneRows } from './scene.ts';

/**
 * Decodes a PNG or JPEG file. Of WebP, GIF and BMP only the size is read; a picture that follows from the bytes stands for theirs.
 * Throws PyError, worded as the real loader words it, for what is no picture.
 */
export const decodePicture = async (bytes: Buffer, path: string): Promise<Decoded> => {
  try {
    if (isPng(bytes)) return await decodePng(bytes);
    if (isJpeg(bytes)) return { picture: decodeJpeg(bytes), alpha: null };
    const size = sizeOf(bytes);
    if (size) return await standIn(bytes, size.width, size.height);
  } catch {
    // Said below, for every broken file in the same way.
  }
  throw new PyError('PIL.UnidentifiedImageError', `cannot identify image file '${path}'`);
};

const sizeOf = (bytes: Buffer): { width: number; height: number } | null => {
  const mark = bytes.toString('latin1', 0, 4);
  if (mark.startsWith('GIF8') && bytes.length > 10) return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  if (mark.startsWith('BM') && bytes.length > 26)
    return { width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) };
  if (mark !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP' || bytes.length < 30) return null;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21);
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
    }
    default:
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  }
};

const standIn = async (bytes: Buffer, width: number, height: number): Promise<Decoded> => {
  if (width * height === 0 || width * height > 200_000_000) throw new Error('the size makes no sense');
  const key = hashText(bytes.toString('latin1', 0, 4096));
  const picture = emptyPicture(width, height);
  const text = `abstract ${key} ${new Chance(key).next()}`;
  const paint = sceneRows(
    { text, negative: '', seed: '0', index: 0, steps: 20, cfg: 7, sampler: '', scheduler: '', model: '' },
    width,
    height,
  );
  await eachRow(height, (y) => paint(y, new Uint8ClampedArray(picture.data.buffer, y * width * 3, width * 3)));
  return { picture, alpha: null };
};

import { readImageHeader } from '../../artifacts/image-header.ts';
import { decodeJpeg, isJpeg } from '../../lib/jpeg-decode.ts';
import { decodePng, isPng } from '../../lib/png-decode.ts';
import { lookAtPicture, type PictureLook } from './picture-look.ts';

/** A JPEG is decoded in one go, while everything else waits. */
const mostMegapixels = 4;
/** WebP spends so much on a picture of one colour, whatever its quality (libwebp); the least detail costs twice that. */
const flatWebpBytes = (pixels: number): number => 100 + 0.0024 * pixels;

/** Looks at a picture's file; null: of this one nothing can be told. Never rejects. */
export const lookAtFile = async (content: Buffer): Promise<PictureLook | null> => {
  try {
    if (isPng(content)) return await lookAtPicture((await decodePng(content)).picture);
    if (isJpeg(content)) return await lookAtPicture(decodeJpeg(content, mostMegapixels));
    const header = readImageHeader(content);
    if (header?.format !== 'webp' || header.size === null) return null;
    // Which colour it is, only a decoder could tell.
    return content.length < flatWebpBytes(header.size.width * header.size.height) ? { max: 255, spread: 0 } : null;
  } catch {
    return null;
  }
};

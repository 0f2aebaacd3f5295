import jpeg from 'jpeg-js';
import type { Picture } from './picture.ts';

/** Whether bytes begin as a JPEG does. Pure. */
export const isJpeg = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;

/** The pixels of a JPEG, in one go: some 100 ms a megapixel. Throws for what is none, and for one of more pixels than allowed. */
export const decodeJpeg = (bytes: Uint8Array, mostMegapixels = 100): Picture => {
  const { width, height, data } = jpeg.decode(bytes, {
    useTArray: true,
    formatAsRGBA: false,
    tolerantDecoding: true,
    maxResolutionInMP: mostMegapixels,
  });
  return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, width * height * 3) };
};

import { emptyPicture, type Picture } from '../../lib/picture.ts';
import { PyError } from '../python/values.ts';

// The real engine holds four bytes for each of the three colours; a machine of 32 GB gives up at about this many pixels.
const mostPixels = 180_000_000;

/** Refuses, as the real engine's allocator does, what would not fit into memory. Throws PyError `RuntimeError`. */
export const checkRoom = (width: number, height: number, count: number): void => {
  if (width * height * count > mostPixels) {
    const bytes = width * height * count * 12;
    throw new PyError('RuntimeError', `DefaultCPUAllocator: not enough memory: you tried to allocate ${bytes} bytes.`);
  }
};

/** A picture of one colour, `0xRRGGBB`. */
export const solidPicture = (width: number, height: number, colour: number): Picture => {
  const picture = emptyPicture(width, height);
  const { data } = picture;
  const [r, g, b] = [(colour >> 16) & 0xff, (colour >> 8) & 0xff, colour & 0xff];
  if (r === g && g === b) data.fill(r);
  else {
    for (let i = 0; i < Math.min(width * 3, data.length); i += 3) data.set([r, g, b], i);
    for (let row = 1; row < height; row++) data.copyWithin(row * width * 3, 0, width * 3);
  }
  return picture;
};

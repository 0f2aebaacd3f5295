import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { eachRow } from './each-row.ts';
import { emptyPicture, type Mask, type Picture } from './picture.ts';

const inflateAside = promisify(inflate);

/** A decoded picture; `alpha` is null where the file has none. */
export interface Decoded {
  picture: Picture;
  alpha: Mask | null;
}

interface Header {
  width: number;
  height: number;
  depth: number;
  colour: number;
  isInterlaced: boolean;
}
interface Parts {
  header: Header;
  palette: Buffer | null;
  transparency: Buffer | null;
  packed: Buffer;
}

const channelsOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Start and step of Adam7's seven passes. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Whether the bytes begin like a PNG. */
export const isPng = (bytes: Buffer): boolean => bytes.length > 8 && bytes.readUInt32BE(0) === 0x89504e47;

/** Decodes a PNG of any colour type, depth and interlacing to 8-bit RGB. Throws Error for a broken or cut file. */
export const decodePng = async (bytes: Buffer): Promise<Decoded> => {
  const parts = readParts(bytes);
  const { header } = parts;
  const raw = await inflateAside(parts.packed, { maxOutputLength: 2_000_000_000 });
  const picture = emptyPicture(header.width, header.height);
  const hasAlpha = header.colour === 4 || header.colour === 6 || parts.transparency !== null;
  const alpha: Mask | null = hasAlpha
    ? { width: header.width, height: header.height, data: new Uint8Array(header.width * header.height).fill(255) }
    : null;
  let at = 0;
  for (const [x0, y0, dx, dy] of header.isInterlaced ? passes : ([[0, 0, 1, 1]] as const)) {
    const width = Math.ceil((header.width - x0) / dx);
    const height = Math.ceil((header.height - y0) / dy);
    if (width <= 0 || height <= 0) continue;
    const bits = (channelsOf[header.colour] ?? 1) * header.depth;
    const stride = Math.ceil((width * bits) / 8);
    let above: Uint8Array = new Uint8Array(stride);
    const base = at;
    await eachRow(height, (row) => {
      const start = base + row * (stride + 1);
      const line = raw.subarray(start + 1, start + 1 + stride);
      if (line.length < stride) throw new Error('the picture is cut');
      unfilter(raw[start] ?? 0, line, above, Math.max(1, bits >> 3));
      above = line;
      copyRow(parts, line, width, picture, alpha, (x) => (y0 + row * dy) * header.width + x0 + x * dx);
    });
    at = base + height * (stride + 1);
  }
  return { picture, alpha };
};

const readParts = (bytes: Buffer): Parts => {
  let header: Header | null = null;
  let palette: Buffer | null = null;
  let transparency: Buffer | null = null;
  const packed: Buffer[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR' && body.length >= 13) {
      const [depth = 0, colour = 9] = body.subarray(8);
      header = { width: body.readUInt32BE(0), height: body.readUInt32BE(4), depth, colour, isInterlaced: body[12] === 1 };
    } else if (type === 'PLTE') palette = body;
    else if (type === 'tRNS') transparency = body;
    else if (type === 'IDAT') packed.push(body);
    else if (type === 'IEND') break;
    at += 12 + length;
  }
  if (
    !header ||
    channelsOf[header.colour] === undefined ||
    header.width * header.height > 200_000_000 ||
    header.width * header.height === 0
  ) {
    throw new Error('the header makes no sense');
  }
  return { header, palette, transparency, packed: Buffer.concat(packed) };
};

const unfilter = (filter: number, line: Uint8Array, above: Uint8Array, step: number): void => {
  for (let i = 0; i < line.length; i++) {
    const left = i >= step ? (line[i - step] ?? 0) : 0;
    const up = above[i] ?? 0;
    const corner = i >= step ? (above[i - step] ?? 0) : 0;
    const guess =
      filter === 1 ? left : filter === 2 ? up : filter === 3 ? (left + up) >> 1 : filter === 4 ? paeth(left, up, corner) : 0;
    line[i] = (line[i] ?? 0) + guess;
  }
};

const paeth = (left: number, up: number, corner: number): number => {
  const guess = left + up - corner;
  const toLeft = Math.abs(guess - left);
  const toUp = Math.abs(guess - up);
  const toCorner = Math.abs(guess - corner);
  return toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
};

const copyRow = (
  { header, palette, transparency }: Parts,
  line: Uint8Array,
  width: number,
  picture: Picture,
  alpha: Mask | null,
  place: (x: number) => number,
): void => {
  const channels = channelsOf[header.colour] ?? 1;
  const sample = (index: number): number => {
    if (header.depth === 8) return line[index] ?? 0;
    if (header.depth === 16) return line[index * 2] ?? 0;
    const bit = index * header.depth;
    const value = ((line[bit >> 3] ?? 0) >> (8 - header.depth - (bit & 7))) & ((1 << header.depth) - 1);
    return header.colour === 3 ? value : Math.round((value * 255) / ((1 << header.depth) - 1));
  };
  for (let x = 0; x < width; x++) {
    const target = place(x);
    const first = sample(x * channels);
    const isGrey = channels < 3;
    const index = first * 3;
    const rgb =
      header.colour === 3
        ? [palette?.[index] ?? 0, palette?.[index + 1] ?? 0, palette?.[index + 2] ?? 0]
        : [first, isGrey ? first : sample(x * channels + 1), isGrey ? first : sample(x * channels + 2)];
    picture.data.set(rgb, target * 3);
    if (!alpha) continue;
    if (header.colour === 3) alpha.data[target] = transparency?.[first] ?? 255;
    else if (header.colour === 4 || header.colour === 6) alpha.data[target] = sample(x * channels + channels - 1);
  }
};

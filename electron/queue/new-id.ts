import { randomFillSync } from 'node:crypto';

const pool = Buffer.alloc(8 * 512);
let used = pool.length;
let lastAt = 0;
let count = 0;

/**
 * A lower-case UUID of version 7: its first digits are the time `at` (ms since the epoch) and a count, so that ids made one after
 * the other lie side by side in an index however long the table is.
 */
export const newId = (at: number): string => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  // Ids must not go back when the clock does, nor repeat when a millisecond has more than its share.
  if (at > lastAt) {
    lastAt = at;
    count = 0;
  } else if (++count > 0xfff) {
    lastAt += 1;
    count = 0;
  }
  const time = lastAt.toString(16).padStart(12, '0');
  const random = pool.toString('hex', used, used + 8);
  used += 8;
  const variant = ((Number.parseInt(random.slice(0, 1), 16) & 0x3) | 0x8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, '0')}-${variant}${random.slice(1, 4)}-${random.slice(4)}`;
};

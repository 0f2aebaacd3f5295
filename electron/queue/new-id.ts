import { randomFillSync } from 'node:crypto';

/** Digits of randomness for each id: those of eight bytes. */
const digits = 16;
const bytes = Buffer.alloc((digits / 2) * 512);
/** Drawn and written out many at a time, for thousands of jobs get theirs at once. */
let pool = '';
let used = 0;
let lastAt = 0;
let count = 0;

/**
 * A lower-case UUID of version 7: its first digits are the time `at` (ms since the epoch) and a count, so that ids made one after
 * the other lie side by side in an index however long the table is.
 */
export const newId = (at: number): string => {
  if (used === pool.length) {
    pool = randomFillSync(bytes).toString('hex');
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
  const random = pool.slice(used, used + digits);
  used += digits;
  const variant = ((Number.parseInt(random.slice(0, 1), 16) & 0x3) | 0x8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, '0')}-${variant}${random.slice(1, 4)}-${random.slice(4)}`;
};

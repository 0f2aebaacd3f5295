import { randomFillSync } from 'node:crypto';
import type { DrawSeed } from './values.ts';

/** Two words for each draw; filled many at a time, for thousands of jobs draw at once. */
const pool = new BigUint64Array(512);
let used = pool.length;

const word = (): bigint => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  return pool[used++] ?? 0n;
};

const rangeOfDoubles = 2n ** 53n;

/**
 * Draws from the machine's own randomness. All integers of a double are as likely as each other; of other ranges 128 bits make the
 * remainder's bias smaller than anyone could measure.
 */
export const drawSeed: DrawSeed = (min, max) => {
  const size = max - min + 1n;
  return min + (size === rangeOfDoubles ? word() >> 11n : ((word() << 64n) | word()) % size);
};

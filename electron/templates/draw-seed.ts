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

/** Draws from the machine's own randomness. 128 bits make the remainder's bias smaller than anyone could measure. */
export const drawSeed: DrawSeed = (min, max) => min + (((word() << 64n) | word()) % (max - min + 1n));

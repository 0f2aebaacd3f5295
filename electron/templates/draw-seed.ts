import { randomBytes } from 'node:crypto';
import type { DrawSeed } from './values.ts';

/** Draws from the machine's own randomness. 16 bytes make the remainder's bias smaller than anyone could measure. */
export const drawSeed: DrawSeed = (min, max) => min + (BigInt(`0x${randomBytes(16).toString('hex')}`) % (max - min + 1n));

import { seedRange } from '../../../shared/check-value.ts';
import type { Parameter } from '../../../shared/template.ts';

const ceiling = 2n ** 53n - 1n;

/**
 * Draws a seed within the parameter's range and below 2^53, so that every program that reads it keeps all its digits.
 * `random` answers with 64 random bits.
 */
export const drawSeed = (
  parameter: Pick<Parameter, 'min' | 'max'>,
  random: () => bigint = () => crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n,
): string => {
  const { min, max } = seedRange(parameter);
  const high = max > ceiling && min <= ceiling ? ceiling : max;
  return high <= min ? min.toString() : (min + (random() % (high - min + 1n))).toString();
};

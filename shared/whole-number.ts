/** Integers of any size. A value is a number while a double holds it exactly, and decimal text beyond 2^53. */

/** Longest text still read as an integer: far beyond 2^64, short enough to be cheap. */
const maxDigits = 40;

/** The integer that `given` is or writes, else null. A number that may already have lost digits is null. Pure. */
export const wholeNumber = (given: unknown): bigint | null => {
  if (typeof given === 'number') return Number.isSafeInteger(given) ? BigInt(given) : null;
  if (typeof given !== 'string' || given.length > maxDigits) return null;
  return /^[+-]?\d+$/.test(given) ? BigInt(given.startsWith('+') ? given.slice(1) : given) : null;
};

/** `whole` as a value: a number where that is exact, else decimal text. Pure. */
export const wholeValue = (whole: bigint): number | string => {
  const number = Number(whole);
  return Number.isSafeInteger(number) ? number : whole.toString();
};

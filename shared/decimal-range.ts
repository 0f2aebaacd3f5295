import { digitsAt, readDecimal, writeDecimal } from './decimal.ts';

export type DecimalRange =
  | { ok: true; values: string[] }
  | { ok: false; key: 'rangeUnreadable' | 'rangeStepZero' | 'rangeTooLong' };

/** Digits beyond these are no number that anybody means; padding them out would take for ever. */
const mostDecimals = 30;

/**
 * From one number towards another by steps, both ends included where the steps meet them; downwards where the second is smaller.
 * The sign of the step does not matter. At most `most` numbers. Pure.
 */
export const decimalRange = (from: string, to: string, step: string, most: number): DecimalRange => {
  const [a, b, by] = [readDecimal(from), readDecimal(to), readDecimal(step)];
  const decimals = Math.max(a?.decimals ?? 0, b?.decimals ?? 0, by?.decimals ?? 0);
  if (!a || !b || !by || decimals > mostDecimals) return { ok: false, key: 'rangeUnreadable' };
  if (by.digits === 0n) return { ok: false, key: 'rangeStepZero' };
  const [start, end, given] = [digitsAt(a, decimals), digitsAt(b, decimals), digitsAt(by, decimals)];
  const size = given < 0n ? -given : given;
  const stride = end < start ? -size : size;
  const count = (end - start) / stride + 1n;
  if (count > BigInt(most)) return { ok: false, key: 'rangeTooLong' };
  const values = Array.from({ length: Number(count) }, (_, place) =>
    writeDecimal({ digits: start + stride * BigInt(place), decimals }),
  );
  return { ok: true, values };
};

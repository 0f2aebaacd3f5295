import { digitsAt as at, type Decimal, readDecimal as scaled, writeDecimal } from '../../../shared/decimal.ts';

/** What bounds a stepped number; texts hold integers beyond 2^53. */
export interface StepRange {
  step?: number | undefined;
  min?: number | string | undefined;
  max?: number | string | undefined;
}

const bound = (value: number | string | undefined): Decimal | null => (value === undefined ? null : scaled(String(value)));

/** Rounds towards minus infinity, as the grid below zero needs. */
const floorDiv = (a: bigint, b: bigint): bigint => (a % b !== 0n && a < 0n !== b < 0n ? a / b - 1n : a / b);

/**
 * The number `ticks` steps away from what was typed, on the grid that starts at `min` (or 0) and kept within the range.
 * Calculates on the written digits, so 0.1 + 0.2 is 0.3 and a seed keeps its last digit. Pure.
 */
export const stepDecimal = (text: string, range: StepRange, ticks: number): string => {
  const step = scaled(String(range.step ?? 1)) ?? { digits: 1n, decimals: 0 };
  const min = bound(range.min);
  const max = bound(range.max);
  const value = scaled(text) ?? min ?? { digits: 0n, decimals: 0 };
  const decimals = Math.max(value.decimals, step.decimals, min?.decimals ?? 0, max?.decimals ?? 0);
  const stride = at(step, decimals);
  const base = min ? at(min, decimals) : 0n;
  const offset = at(value, decimals) - base;
  const below = floorDiv(offset, stride);
  // A value between two grid points goes to the next one in its direction, as in a browser's own number field.
  const start = ticks < 0 && offset % stride !== 0n ? below + 1n : below;
  let next = base + (start + BigInt(ticks)) * stride;
  if (max && next > at(max, decimals)) next = at(max, decimals);
  if (min && next < base) next = base;
  return writeDecimal({ digits: next, decimals });
};

/** How many steps lie between `min` and `max`; null where the range is open. */
export const stepCount = (range: StepRange): number | null => {
  const min = bound(range.min);
  const max = bound(range.max);
  const step = scaled(String(range.step ?? 1));
  if (!min || !max || !step || step.digits <= 0n) return null;
  const decimals = Math.max(min.decimals, max.decimals, step.decimals);
  return Number((at(max, decimals) - at(min, decimals)) / at(step, decimals));
};

/** Which step of the range the typed number is nearest to from below; 0 for what is no number. */
export const stepIndex = (text: string, range: StepRange): number => {
  const value = scaled(text);
  const min = bound(range.min);
  const step = scaled(String(range.step ?? 1));
  if (!value || !min || !step) return 0;
  const decimals = Math.max(value.decimals, min.decimals, step.decimals);
  return Math.max(0, Number((at(value, decimals) - at(min, decimals)) / at(step, decimals)));
};

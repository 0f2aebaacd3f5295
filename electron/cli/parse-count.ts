import { UsageError } from '../lib/parse-args.ts';

/** A whole number from an option's text. Throws UsageError naming option and range. Pure. */
export function parseCount(
  option: string,
  text: string | undefined,
  absent: number,
  { min, max }: { min: number; max: number },
): number {
  if (text === undefined) return absent;
  const count = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(count >= min && count <= max))
    throw new UsageError(`${option} must be a whole number from ${min} to ${max}, not "${text}".`);
  return count;
}

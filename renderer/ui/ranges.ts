import type { TFunction } from 'i18next';
import type { MemoryEstimate } from '../../shared/cost.ts';
import type { Format } from './format.ts';

/** From this much apart on, two times are a range. */
const worthTelling = 1.05;

/** Two times as one text: "4.1 – 5.2 s"; one of them where they are as good as the same. Pure. */
export const timeRange = (lowMs: number, highMs: number, format: Format): string => {
  const [low, high] = [format.duration(lowMs), format.duration(highMs)];
  if (low === high || highMs < lowMs * worthTelling) return high;
  // "4.1 – 5.2 s": one number with its unit needs it once.
  const [, number, unit] = /^([\d.]+)(\D+)$/.exec(low) ?? [];
  return `${number !== undefined && unit !== undefined && high.endsWith(unit) ? number : low} – ${high}`;
};

/** Peak memory in words; null where nobody measured any, so that nothing is said. Pure but for the language. */
export const memoryRange = (peak: MemoryEstimate | null, format: Format, t: TFunction): string | null => {
  if (!peak) return null;
  const { low, high } = peak;
  if (low === null) return high === null ? null : t('batches.cost.upTo', { size: format.bytes(high) });
  if (high === null) return t('batches.cost.from', { size: format.bytes(low) });
  const [from, to] = [format.bytes(low), format.bytes(high)];
  return from === to ? to : `${from} – ${to}`;
};

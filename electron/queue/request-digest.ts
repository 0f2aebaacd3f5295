import { createHash } from 'node:crypto';
import type { EnqueueInput } from '../../shared/contract.ts';

type Given = Pick<
  EnqueueInput,
  'template' | 'version' | 'values' | 'grid' | 'count' | 'priority' | 'isFront' | 'origin' | 'keepsChanges'
>;

/**
 * What a key stands for: the request as given, before random seeds are drawn and defaults filled in. The order of the values
 * does not matter. The number of all its jobs stands before the colon. Pure.
 */
export const requestDigest = (
  { template, version, values, grid = [], count, priority, isFront, origin, keepsChanges = false }: Given,
  total: number,
): string => {
  const sorted = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  const parts = [template, version ?? null, sorted, priority, isFront, ...(keepsChanges ? [{ changesOf: origin ?? null }] : [])];
  const text = JSON.stringify(grid.length === 0 ? parts : [...parts, count, grid.map(({ key, values: list }) => [key, list])]);
  return `${total}:${createHash('sha256').update(text).digest('base64url')}`;
};

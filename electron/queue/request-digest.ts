import { createHash } from 'node:crypto';
import type { EnqueueInput } from '../../shared/contract.ts';

/**
 * What a key stands for: the request as given, before random seeds are drawn and defaults filled in. The order of the values
 * does not matter. The count stands before the colon. Pure.
 */
export const requestDigest = ({ template, version, values, count, priority, isFront }: EnqueueInput): string => {
  const sorted = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([template, version ?? null, sorted, priority, isFront]);
  return `${count}:${createHash('sha256').update(text).digest('base64url')}`;
};

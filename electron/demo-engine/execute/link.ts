import { numberOf, type PyValue } from '../python/values.ts';

/** A link of a graph: output number `slot` of node `id`. */
export interface Link {
  id: string;
  slot: number;
}

/** Reads `[id, slot]`; null for anything else. A slot counts from the end when it is negative, as in Python. Pure. */
export const readLink = (value: PyValue | undefined): Link | null => {
  if (!Array.isArray(value) || value.length !== 2) return null;
  const [id, slot] = value;
  const index = typeof slot === 'boolean' ? Number(slot) : numberOf(slot);
  return typeof id === 'string' && index !== null ? { id, slot: Math.trunc(index) } : null;
};

import { hash } from 'node:crypto';

/**
 * The id of an attempt's file: a UUID (version 8) made from attempt, node and place, so that collecting the same attempt again
 * gives the same ids. Pure.
 */
export const artifactId = (attemptId: string, node: string, index: number): string => {
  const hex = hash('sha256', JSON.stringify([attemptId, node, index]));
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

import { createHash } from 'node:crypto';
import type { Diagnosis } from '../../shared/incident.ts';

/** Changes whenever the same failure would get another fingerprint, so that old and new ones are never mixed. */
const signatureVersion = 1;

/**
 * A stable fingerprint: the same cause at the same place in the same kind of node. Line numbers, paths, addresses, sizes and texts
 * do not enter, so that repeats on other days, machines and versions fall together. Pure.
 */
export const signatureOf = ({
  cause,
  exception,
  frame,
  nodeClass,
}: Pick<Diagnosis, 'cause' | 'exception' | 'frame' | 'nodeClass'>): string => {
  // `torch.AcceleratorError` since torch 2.8 was `RuntimeError` before: the module is no part of what happened.
  const type = exception === null ? '' : (/^[\w.]*?(\w+)(?=:|$)/.exec(exception)?.[1] ?? '');
  const parts = JSON.stringify([cause, type, frame ?? '', nodeClass ?? '']);
  return `v${signatureVersion}-${createHash('sha256').update(parts).digest('hex').slice(0, 16)}`;
};

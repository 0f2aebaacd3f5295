import { createHash } from 'node:crypto';
import { canonicalJson } from '../lib/canonical-json.ts';
import { parseExact } from '../lib/exact-json.ts';

/**
 * What two prompts share that make the same: SHA-256, in hex, of a rendered graph's canonical JSON without the attempt's own id, which
 * stands in the names of its files. Pure.
 */
export const graphDigest = (graph: string, attemptId: string): string =>
  createHash('sha256')
    .update(canonicalJson(parseExact(graph.replaceAll(attemptId, ''))))
    .digest('hex');

import { createHash } from 'node:crypto';
import type { TemplateFile } from '../../shared/template.ts';
import { type Content, canonicalJson } from '../lib/canonical-json.ts';
import type { Exact } from '../lib/exact-json.ts';

/**
 * What makes two template versions the same: SHA-256, in hex, of the canonical JSON of
 * `{graph, parameters: [{key, type, role, targets, default, min, max, step, choices}], outputs, limits}`. Defaults count as they take
 * effect, so one taken from the graph equals the same one written out. Labels, help, titles and `needs` may change without a new version. Pure.
 */
export const templateDigest = (
  { parameters, outputs, limits }: Pick<TemplateFile, 'parameters' | 'outputs' | 'limits'>,
  graph: { [node: string]: Exact },
): string => {
  const meaning: Content = {
    graph,
    parameters: parameters.map(({ label: _label, help: _help, ...rest }) => rest),
    outputs,
    limits,
  };
  return createHash('sha256').update(canonicalJson(meaning)).digest('hex');
};

import { createHash } from 'node:crypto';
import type { TemplateFile } from '../../shared/template.ts';
import { type Exact, stringifyExact } from '../lib/exact-json.ts';
import { isRecord } from './graph.ts';

/**
 * The canonical form of JSON: no white space; keys of every object sorted by UTF-16 code units; texts escaped as JSON.stringify
 * does, never normalised; integers digit for digit at any size; other numbers in the shortest form that reads back the same;
 * lists in their order. Equal content gives equal text. Pure.
 */
export const canonicalJson = (value: Exact): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isRecord(value)) return stringifyExact(value);
  const parts = Object.keys(value)
    .sort()
    .flatMap((key) => {
      const child = value[key];
      return child === undefined ? [] : [`${JSON.stringify(key)}:${canonicalJson(child)}`];
    });
  return `{${parts.join(',')}}`;
};

/**
 * What makes two template versions the same: SHA-256, in hex, of the canonical JSON of
 * `{graph, parameters: [{key, type, role, targets, default, min, max, step, choices}], outputs, limits}`. Defaults count as they take
 * effect, so one taken from the graph equals the same one written out. Labels, help, titles and `needs` may change without a new version. Pure.
 */
export const templateDigest = (
  { parameters, outputs, limits }: Pick<TemplateFile, 'parameters' | 'outputs' | 'limits'>,
  graph: { [node: string]: Exact },
): string => {
  const meaning = {
    graph,
    parameters: parameters.map(({ label: _label, help: _help, ...rest }) => rest),
    outputs,
    limits,
  };
  // Parameters, outputs and limits came through their schemas: nothing but JSON is in them.
  return createHash('sha256')
    .update(canonicalJson(meaning as unknown as Exact))
    .digest('hex');
};

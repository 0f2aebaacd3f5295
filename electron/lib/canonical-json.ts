import { isRawNumber, type RawNumber, stringifyExact } from './exact-json.ts';

/** JSON in memory: a key without a value counts as absent. */
export type Content = null | boolean | number | string | RawNumber | Content[] | { [key: string]: Content | undefined };

/**
 * The canonical form of JSON: no white space; keys of every object sorted by UTF-16 code units; texts escaped as JSON.stringify
 * does, never normalised; integers digit for digit at any size; other numbers in the shortest form that reads back the same;
 * lists in their order. Equal content gives equal text. Pure.
 */
export const canonicalJson = (value: Content): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return stringifyExact(value);
  const parts = Object.keys(value)
    .sort()
    .flatMap((key) => {
      const child = value[key];
      return child === undefined ? [] : [`${JSON.stringify(key)}:${canonicalJson(child)}`];
    });
  return `{${parts.join(',')}}`;
};

/**
 * JSON whose integers stay exact. Numbers that a double cannot hold (ComfyUI seeds go to 2^64 - 1) are kept as raw text and
 * written back digit for digit. Needs `JSON.rawJSON` (Node 22 and newer).
 */

/** Stands for a number beyond 2^53 exactly as it was written. */
export interface RawNumber {
  readonly rawJSON: string;
}

export type Exact = null | boolean | number | string | RawNumber | Exact[] | { [key: string]: Exact };

// TypeScript's libraries do not know these parts of the JSON object yet.
const json = JSON as unknown as {
  rawJSON(text: string): RawNumber;
  isRawJSON(value: unknown): value is RawNumber;
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown;
  stringify(value: unknown, replacer?: null, indent?: number): string;
};

/** Whether `value` is a number kept as text. */
export const isRawNumber = (value: unknown): value is RawNumber => json.isRawJSON(value);

/** Makes the number that `digits` writes, exact at any size. Throws if it is not a JSON integer. */
export const exactInteger = (digits: string): number | RawNumber => {
  if (!/^-?(0|[1-9]\d*)$/.test(digits)) throw new SyntaxError(`not an integer: ${digits}`);
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : json.rawJSON(digits);
};

/** Parses JSON text; integers beyond 2^53 become RawNumber. Throws SyntaxError. `NaN` and friends are refused. */
export const parseExact = (text: string): Exact =>
  // JSON.parse with this reviver yields nothing else than Exact.
  json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' &&
    Number.isInteger(value) &&
    !Number.isSafeInteger(value) &&
    source !== undefined &&
    /^-?\d+$/.test(source)
      ? json.rawJSON(source)
      : value,
  ) as Exact;

/** Writes what parseExact read, digit for digit. */
export const stringifyExact = (value: Exact, indent?: number): string => json.stringify(value, null, indent);

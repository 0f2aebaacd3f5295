/**
 * Values as Python's `json` reads them. A `number` is a whole number within 2^53, a `bigint` one beyond, a PyFloat one that was
 * written with a point or exponent (so that `7.0` stays `7.0`), a Map an object in the order in which it was written.
 */
export type PyValue = null | boolean | string | number | bigint | PyFloat | PyValue[] | PyDict;
export type PyDict = Map<string, PyValue>;

export class PyFloat {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** A whole number as `number` while it is exact, else as `bigint`. Pure. */
export const pyInt = (value: bigint): number | bigint => {
  const small = Number(value);
  return Number.isSafeInteger(small) ? small : value;
};

export const isDict = (value: unknown): value is PyDict => value instanceof Map;

/** A number of any kind as a double; null for anything else. Pure. */
export const numberOf = (value: unknown): number | null =>
  typeof value === 'number' ? value : typeof value === 'bigint' ? Number(value) : value instanceof PyFloat ? value.value : null;

/** An error that Python would raise; `name` is its class, `message` what `str()` gives. */
export class PyError extends Error {
  override readonly name: string;
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

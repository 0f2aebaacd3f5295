import { type Exact, stringifyExact } from '../lib/exact-json.ts';
import type { CliIo } from './cli-io.ts';

/** Prints one JSON document as one line; integers stay exact. */
export const printJson = (io: CliIo, value: Exact): void => io.out(`${stringifyExact(value)}\n`);

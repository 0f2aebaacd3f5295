import type { z } from 'zod';
import { AppError } from './app-error.ts';
import { mostRepeats, mostWarmup } from './benchmark.ts';
import { maxSeed } from './check-value.ts';
import { cutText } from './cut-text.ts';

/** What belongs where, as a plan would have it: the same in every language. */
const wantedAt: Record<string, string> = {
  $: '{…}',
  template: '"sd15"',
  values: '{…}',
  'values.*': '"…", 10, true',
  seeds: '[…]',
  'seeds.*': `0…${maxSeed}`,
  configurations: '[{…}]',
  'configurations.*': '{"name": "…"}',
  'configurations.*.flags': '["--…"]',
  'configurations.*.flags.*': '"--…"',
  'configurations.*.flags.*.flag': '"--…"',
  'configurations.*.flags.*.value': '"…", 10, null',
  'configurations.*.without': '["--…"]',
  'configurations.*.without.*': '"--…"',
  repeats: `1…${mostRepeats}`,
  warmup: `0…${mostWarmup}`,
  cold: 'true, false',
  extra: 'true, false',
};
const text = '"…"';

/** Longest piece of a file that a sentence holds. */
const longestPiece = 60;
const piece = (whole: string): string => cutText(whole, longestPiece);

/** `$`: the whole of it. */
const placeOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (before, part) =>
      typeof part === 'number' ? `${before}[${part}]` : before ? `${before}.${piece(String(part))}` : piece(String(part)),
    '',
  ) || '$';

const wantedFor = (path: readonly PropertyKey[]): string =>
  wantedAt[
    path.map((part, at) => (typeof part === 'number' || (at === 1 && path[0] === 'values') ? '*' : String(part))).join('.') || '$'
  ] ?? text;

/** A value as a file has it. */
const shown = (value: unknown): string => {
  if (typeof value === 'string') return piece(JSON.stringify(value));
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? '[…]' : '{…}';
};

/** That something else belongs in a place of a plan; `undefined` is found where nothing is. Pure. */
export const misplaced = (path: readonly PropertyKey[], found: unknown): AppError => {
  const [where, wanted] = [placeOf(path), wantedFor(path)];
  return found === undefined
    ? new AppError('invalid-input', 'benchPlanMissing', { where, wanted })
    : new AppError('invalid-input', 'benchPlanInvalid', { where, wanted, found: shown(found) });
};

/** What zod found in a plan, as a sentence with its place. Pure. */
export const planIssue = (issue: z.core.$ZodIssue, content: unknown): AppError => {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys')
    return new AppError('invalid-input', 'benchPlanKeyUnknown', { where: placeOf(path), key: piece(issue.keys[0] ?? '') });
  if (issue.code === 'invalid_key')
    return new AppError('invalid-input', 'benchPlanKeyUnknown', {
      where: placeOf(path.slice(0, -1)),
      key: piece(String(path.at(-1))),
    });
  const found = path.reduce<unknown>((inner, part) => Object(inner)[part], content);
  const count = typeof found === 'string' || Array.isArray(found) ? found.length : null;
  if (count === null || count === 0 || issue.code !== 'too_big') return misplaced(path, found);
  return new AppError('invalid-input', 'benchPlanSize', { where: placeOf(path), count, most: String(issue.maximum) });
};

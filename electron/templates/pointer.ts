import type { Exact } from '../lib/exact-json.ts';

type Group = Exact[] | { [key: string]: Exact };
const isGroup = (value: Exact | undefined): value is Group =>
  typeof value === 'object' && value !== null && !('rawJSON' in value);

/** The tokens of a JSON Pointer (RFC 6901): `~1` is a slash, `~0` a tilde. Pure. */
export const parsePointer = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The JSON Pointer that leads through `tokens`. Pure. */
export const formatPointer = (tokens: readonly string[]): string =>
  tokens.map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

const childOf = (group: Group, token: string): Exact | undefined => {
  if (!Array.isArray(group)) return Object.hasOwn(group, token) ? group[token] : undefined;
  return /^(0|[1-9]\d*)$/.test(token) ? group[Number(token)] : undefined;
};

/** What stands at the end of `tokens`, or undefined. Own properties only: `/__proto__` leads nowhere. Pure. */
export const valueAt = (root: Exact, tokens: readonly string[]): Exact | undefined => {
  let at: Exact | undefined = root;
  for (const token of tokens) {
    if (!isGroup(at)) return undefined;
    at = childOf(at, token);
  }
  return at;
};

/** A copy of `root` with `value` at the end of `tokens`, which must exist; what is not on the way is shared. Pure. */
export const withValueAt = (root: Exact, tokens: readonly string[], value: Exact): Exact => {
  const [token, ...rest] = tokens;
  if (token === undefined) return value;
  const child = isGroup(root) ? childOf(root, token) : undefined;
  if (!isGroup(root) || child === undefined) throw new RangeError(`nothing at ${formatPointer(tokens)}`);
  const changed = withValueAt(child, rest, value);
  // A computed key makes an own property even of `__proto__`.
  return Array.isArray(root) ? root.with(Number(token), changed) : { ...root, [token]: changed };
};

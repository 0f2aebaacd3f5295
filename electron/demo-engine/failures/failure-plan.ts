import { type FailureName, type FailurePhase, failureKinds } from './failure-kinds.ts';

/** One `--fail` of the command line. */
export interface PlannedFailure {
  kind: FailureName;
  phase: FailurePhase;
  /** The number at the end of the kind (`exit-3`), 0 where it has none. */
  number: number;
  on: { how: 'always' } | { how: 'nth'; n: number } | { how: 'word'; word: string };
}

/** Reads `KIND`, `KIND@N` or `KIND=WORD`; a text says what is wrong with it. Pure. */
export const parseFailure = (text: string): PlannedFailure | string => {
  const [, name = '', , nth, word] = /^([^@=]*)(@([^=]*)|=([\s\S]*))?$/.exec(text) ?? [];
  const at = nth === undefined ? undefined : Number(nth);
  const wanted = failureKinds.find((kind) => ('hasNumber' in kind ? isNumbered(name, kind.name) : kind.name === name));
  if (!wanted) return `unknown kind '${text}' (--fail help lists the kinds)`;
  if (at !== undefined && !(Number.isInteger(at) && at > 0)) return `'${text}' needs a whole number from 1 after the @`;
  if (word !== undefined && (word === '' || wanted.phase === 'boot')) {
    return word === '' ? `'${text}' needs a word after the =` : `'${wanted.name}' concerns the boot, which has no text`;
  }
  const number = 'hasNumber' in wanted ? Number(name.slice(wanted.name.length + 1)) : 0;
  if (number > 255) return `'${text}': an exit code is at most 255`;
  const on =
    at !== undefined ? { how: 'nth' as const, n: at } : word ? { how: 'word' as const, word } : { how: 'always' as const };
  return { kind: wanted.name, phase: wanted.phase, number, on };
};

const isNumbered = (text: string, name: string): boolean =>
  text.startsWith(`${name}-`) && /^\d{1,3}$/.test(text.slice(name.length + 1));

/**
 * The failures that strike now: `count` is the number of this start or prompt from 1, `texts` what the prompt says. The first of a
 * kind wins. Pure.
 */
export const failuresNow = (
  plan: readonly PlannedFailure[],
  phase: FailurePhase,
  count: number,
  texts: readonly string[] = [],
): PlannedFailure[] => {
  const now = plan.filter(({ phase: when, on }) => {
    if (when !== phase) return false;
    if (on.how === 'nth') return on.n === count;
    return on.how === 'always' || texts.some((text) => text.includes(on.word));
  });
  return now.filter((failure, index) => now.findIndex(({ kind }) => kind === failure.kind) === index);
};

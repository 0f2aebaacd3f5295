import type { Value } from './job.ts';
import type { Parameter } from './template.ts';

/** Model names use the separator of the machine that listed them. */
const withSlashes = (value: Value): Value => (typeof value === 'string' ? value.replaceAll('\\', '/') : value);

/**
 * The offered choice that `value` means, or undefined: the same value, the same file name written with the other system's
 * separator, or the number or boolean that the text spells. Pure.
 */
export const meantChoice = (value: Value, offered: readonly Value[]): Value | undefined =>
  offered.find((choice) => choice === value) ??
  offered.find((choice) => withSlashes(choice) === withSlashes(value)) ??
  offered.find((choice) => typeof choice !== 'string' && String(choice) === value);

/** Parts of a file name that tell how a model is stored, not which one it is: fp8, e4m3fn, scaled, Q4_K_S … */
const storage = /(^|[^a-z0-9])(i?q\d(_(\d|k|s|m|l|xs|xxs))*|fp?\d+|bf16|e\dm\d[a-z]*|int\d|nf4|scaled|pruned)(?=$|[^a-z0-9])/g;
const wordsOf = (name: string): Set<string> =>
  new Set(
    (name.split(/[\\/]/).at(-1) ?? name)
      .toLowerCase()
      .replace(/\.[a-z]{2,11}$/, '')
      .replace(storage, '$1')
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== ''),
  );

/** The same model stored in another precision: `t5xxl_fp16` for `t5xxl_fp8_e4m3fn_scaled`. Pure. */
export const otherPrecision = (name: string, offered: readonly Value[]): Value | undefined => {
  const wanted = wordsOf(name);
  return offered.find((choice) => {
    if (typeof choice !== 'string') return false;
    const words = wordsOf(choice);
    return words.size === wanted.size && wanted.isSubsetOf(words);
  });
};

/**
 * What a parameter starts with, and what a model parameter without a value gets: the template's default if the engine offers it,
 * else the same model in another precision, else the first one offered. Undefined when nothing is offered. Pure.
 */
export const startChoice = (parameter: Pick<Parameter, 'default'>, offered: readonly Value[]): Value | undefined => {
  const { default: wanted } = parameter;
  if (wanted === undefined) return offered[0];
  return meantChoice(wanted, offered) ?? otherPrecision(String(wanted), offered) ?? offered[0];
};

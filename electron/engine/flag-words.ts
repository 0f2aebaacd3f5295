import type { FlagSetting } from '../../shared/engine.ts';
import { joinValues, splitValues } from '../../shared/flag-values.ts';
import { type FlagCatalog, findFlag } from './flag-catalog.ts';

/** A negative number is a value although it begins with a dash, as Python's parser has it. */
const isFlag = (word: string): boolean => word.startsWith('-') && !/^-\d/.test(word) && word !== '-';

/**
 * Flags as typed on a command line, as settings. Shortened flags are written out where the catalog knows which one is meant.
 * `stray` holds words that belong to no flag. Pure.
 */
export const settingsFromWords = (
  words: readonly string[],
  catalog: FlagCatalog | null,
): { flags: FlagSetting[]; stray: string[] } => {
  const flags: FlagSetting[] = [];
  const stray: string[] = [];
  for (let i = 0; i < words.length; ) {
    const word = words[i++] ?? '';
    if (!isFlag(word) || !word.startsWith('--')) {
      stray.push(word);
      continue;
    }
    const equals = word.indexOf('=');
    const typed = equals > 0 ? word.slice(0, equals) : word;
    const spec = catalog ? findFlag(catalog, typed) : null;
    const takesSeveral = spec ? spec.takes === 'any' || spec.takes === 'some' : false;
    const values = equals > 0 ? [word.slice(equals + 1)] : [];
    const room = equals > 0 || spec?.takes === 'none' ? 0 : takesSeveral || !spec ? Number.POSITIVE_INFINITY : 1;
    while (values.length < room && i < words.length && !isFlag(words[i] ?? '')) values.push(words[i++] ?? '');
    const isList = takesSeveral || values.length > 1;
    flags.push({
      flag: spec?.flag ?? typed,
      value: values.length === 0 ? null : isList ? joinValues(values) : (values[0] ?? null),
    });
  }
  return { flags, stray };
};

/** Flags of ComfyUI that take several values, for the case that the installation could not be asked. */
const severalByName: ReadonlySet<string> = new Set([
  '--fast',
  '--cache-ram',
  '--verbose',
  '--whitelist-custom-nodes',
  '--extra-model-paths-config',
]);

/** The words of one setting, as the engine gets them. Pure. */
export const wordsOfSetting = ({ flag, value }: FlagSetting, catalog: FlagCatalog | null): string[] => {
  if (value === null) return [flag];
  const takes = catalog ? findFlag(catalog, flag)?.takes : severalByName.has(flag) ? 'any' : undefined;
  if (takes === 'any' || takes === 'some') return [flag, ...splitValues(value)];
  // A value that begins with a dash would be read as the next flag.
  return /^-(?!\d)/.test(value) ? [`${flag}=${value}`] : [flag, value];
};

/** What follows `flag` on a command line, after a space or an equals sign; the last one counts. Pure. */
export const wordAfter = (words: readonly string[], flag: string): string | undefined => {
  const at = words.lastIndexOf(flag);
  return at < 0 ? words.findLast((word) => word.startsWith(`${flag}=`))?.slice(flag.length + 1) : words[at + 1];
};

import type { FlagSetting, Profile } from '../../shared/engine.ts';
import type { ProfileChange } from '../../shared/flag.ts';
import { maskSecrets } from '../../shared/secret.ts';
import type { FlagCatalog } from './flag-catalog.ts';
import { wordsOfSetting } from './flag-words.ts';

/** What differs between two profiles, flags first; a secret that changed is told without its value. Pure. */
export const profileChanges = (
  before: Pick<Profile, 'flags' | 'env'>,
  after: Pick<Profile, 'flags' | 'env'>,
  catalog: FlagCatalog | null,
): ProfileChange[] => {
  const [hadFlags, hasFlags] = [flagWords(before.flags, catalog), flagWords(after.flags, catalog)];
  const flags = namesOf(hadFlags, hasFlags).flatMap((name): ProfileChange[] => {
    const [had, has] = [hadFlags.get(name) ?? null, hasFlags.get(name) ?? null];
    return had === has ? [] : [{ name, before: had, after: has }];
  });
  const [hadEnv, hasEnv] = [new Map(Object.entries(before.env)), new Map(Object.entries(after.env))];
  const [shownBefore, shownAfter] = [maskSecrets(before.env), maskSecrets(after.env)];
  const env = namesOf(hadEnv, hasEnv).flatMap((name): ProfileChange[] => {
    if (hadEnv.get(name) === hasEnv.get(name)) return [];
    const shown = (value: string | undefined): string | null => (value === undefined ? null : `${name}=${value}`);
    return [{ name, before: shown(shownBefore[name]), after: shown(shownAfter[name]) }];
  });
  return [...flags, ...env];
};

/** Each flag with all that is given for it; one that repeats keeps its order. */
const flagWords = (flags: readonly FlagSetting[], catalog: FlagCatalog | null): Map<string, string> => {
  const words = new Map<string, string>();
  for (const setting of flags) {
    const text = wordsOfSetting(setting, catalog).join(' ');
    const earlier = words.get(setting.flag);
    const mayRepeat = catalog?.flags.get(setting.flag)?.isRepeatable === true;
    words.set(setting.flag, earlier !== undefined && mayRepeat ? `${earlier} ${text}` : text);
  }
  return words;
};

const namesOf = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): string[] => [
  ...new Set([...a.keys(), ...b.keys()]),
];

import type { FlagSetting } from '../../shared/engine.ts';
import { type FlagCatalog, findFlag } from './flag-catalog.ts';

/**
 * Lays flags over each other, the lowest layer first. A flag of a later layer replaces the same flag of earlier ones, any flag of its
 * exclusive group, and its opposite (`--disable-x` against `--x` and `--enable-x`, which ComfyUI's parser would accept together).
 * Within one layer the last one of a flag counts, unless the flag may repeat. Pure.
 */
export const mergeLayers = (layers: readonly (readonly FlagSetting[])[], catalog: FlagCatalog | null): FlagSetting[] => {
  let merged: FlagSetting[] = [];
  for (const layer of layers) {
    const settings = layer.map((setting) => ({ ...setting, flag: nameOf(setting.flag, catalog) }));
    merged = [
      ...merged.filter((old) => !settings.some((newer) => replaces(newer.flag, old.flag, catalog))),
      ...lastOfEach(settings, catalog),
    ];
  }
  return merged;
};

/** The value of a flag after the layers were merged; undefined: not given, null: given without a value. Pure. */
export const flagValue = (flags: readonly FlagSetting[], flag: string): string | null | undefined =>
  flags.findLast((setting) => setting.flag === flag)?.value;

const nameOf = (flag: string, catalog: FlagCatalog | null): string =>
  (catalog ? findFlag(catalog, flag)?.flag : undefined) ?? flag;

const replaces = (newer: string, old: string, catalog: FlagCatalog | null): boolean => {
  if (newer === old || areOpposites(newer, old)) return true;
  const group = catalog?.flags.get(newer)?.exclusive ?? null;
  return group !== null && catalog?.flags.get(old)?.exclusive === group;
};

const areOpposites = (a: string, b: string): boolean => {
  const [off, on] = a.startsWith('--disable-') ? [a, b] : [b, a];
  if (!off.startsWith('--disable-')) return false;
  const name = off.slice('--disable-'.length);
  return on === `--${name}` || on === `--enable-${name}`;
};

const lastOfEach = (settings: readonly FlagSetting[], catalog: FlagCatalog | null): FlagSetting[] =>
  settings.filter(({ flag, value }, at) => {
    // Where nobody could be asked it may repeat; else the parser itself takes the last.
    const mayRepeat = catalog ? catalog.flags.get(flag)?.isRepeatable === true : value !== null;
    return mayRepeat || !settings.some((other, later) => later > at && other.flag === flag);
  });

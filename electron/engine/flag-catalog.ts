import type { FlagGroup, FlagTakes } from '../../shared/flag.ts';
import { editDistance } from '../lib/nearest.ts';
import { flagGroup } from './flag-groups.ts';

/** One command-line option as this very installation knows it. */
export interface FlagSpec {
  /** Long form, with its dashes. */
  flag: string;
  takes: FlagTakes;
  /** What a value must look like; `text` where the installation does not say. `folder` must exist. */
  type: 'text' | 'integer' | 'number' | 'folder';
  /** The only values it takes, else null. */
  choices: string[] | null;
  /** What holds when the flag is not given, as text; null: nothing, or not told. */
  defaultValue: string | null;
  /** May be given several times, each time adding to the ones before. */
  isRepeatable: boolean;
  /** Placeholder for the value in help texts. */
  metavar: string | null;
  help: string;
  /** Flags with the same number exclude each other; null: none. */
  exclusive: number | null;
  group: FlagGroup;
}

/** Every flag an installation knows. `help`: read from its help text, which tells neither types nor most defaults. */
export interface FlagCatalog {
  source: 'parser' | 'help';
  flags: ReadonlyMap<string, FlagSpec>;
}

/** Builds a catalog; flags fall into their groups by name. Pure. */
export const flagCatalog = (source: FlagCatalog['source'], specs: Omit<FlagSpec, 'group'>[]): FlagCatalog => ({
  source,
  flags: new Map(specs.map((spec) => [spec.flag, { ...spec, group: flagGroup(spec.flag) }])),
});

/**
 * The spec for a flag as typed. Python's parser takes any unambiguous beginning of a flag, so `--prev` may stand for
 * `--preview-size` where nothing else begins so. Pure.
 */
export const findFlag = (catalog: FlagCatalog, flag: string): FlagSpec | null => {
  const exact = catalog.flags.get(flag);
  if (exact || flag.length < 3) return exact ?? null;
  const matches = [...catalog.flags.values()].filter((spec) => spec.flag.startsWith(flag));
  return matches.length === 1 ? (matches[0] ?? null) : null;
};

/** The known flag a mistyped one most likely meant, or null. Pure. */
export const nearestFlag = (catalog: FlagCatalog, flag: string): string | null => {
  const wanted = flag.toLowerCase().replaceAll('_', '-');
  let best: string | null = null;
  let bestDistance = Math.max(2, Math.floor(wanted.length / 4)) + 1;
  for (const known of catalog.flags.keys()) {
    const distance = editDistance(wanted, known.replaceAll('_', '-'));
    if (distance < bestDistance) [best, bestDistance] = [known, distance];
  }
  return best;
};

import type { FlagSetting } from '../../../../shared/engine.ts';
import type { FlagGroup, FlagInfo, FlagPage } from '../../../../shared/flag.ts';

/** One line of the editor: a flag, or flags of which one may be given. */
export type FlagRow =
  | { kind: 'flag'; key: string; info: FlagInfo }
  | { kind: 'set'; key: string; name: SetName; infos: FlagInfo[] };

/** Sets with a name of their own in `i18n.profiles.sets`. */
type SetName =
  | 'vram'
  | 'cache'
  | 'attention'
  | 'unet'
  | 'vae'
  | 'textEncoder'
  | 'force'
  | 'upcast'
  | 'allocator'
  | 'manager'
  | 'other';

// By a flag that every known version has in the set.
const setNames: ReadonlyMap<string, SetName> = new Map<string, SetName>([
  ['--lowvram', 'vram'],
  ['--cache-lru', 'cache'],
  ['--use-pytorch-cross-attention', 'attention'],
  ['--fp16-unet', 'unet'],
  ['--fp16-vae', 'vae'],
  ['--fp16-text-enc', 'textEncoder'],
  ['--force-fp16', 'force'],
  ['--force-upcast-attention', 'upcast'],
  ['--cuda-malloc', 'allocator'],
  ['--disable-manager-ui', 'manager'],
]);

export interface RowGroup {
  group: FlagGroup;
  rows: FlagRow[];
  /** How many of its flags the profile gives. */
  setCount: number;
}

/** What to show: a group, only what is set, or everything. */
export type GroupFilter = FlagGroup | 'all' | 'set';

/** The groups in the order in which they are shown. */
export const groupOrder: readonly FlagGroup[] = [
  'demo',
  'memory',
  'precision',
  'attention',
  'nodes',
  'folders',
  'network',
  'debugging',
  'other',
];
/** Flags that a launch profile has no use for. */
const useless: ReadonlySet<string> = new Set(['--quick-test-for-ci', '--list-feature-flags', '--help']);

/** The flags of a row. Pure. */
export const infosOf = (row: FlagRow): FlagInfo[] => (row.kind === 'flag' ? [row.info] : row.infos);

/** The rows of an installation: flags that exclude each other are one row, in the place of the first of them. Pure. */
export function flagRows(page: FlagPage): FlagRow[] {
  const rows: FlagRow[] = [];
  const sets = new Map<number, FlagInfo[]>();
  for (const info of page.flags) {
    if (useless.has(info.flag)) continue;
    const known = info.exclusive === null ? undefined : sets.get(info.exclusive);
    if (known) known.push(info);
    else if (info.exclusive === null) rows.push({ kind: 'flag', key: info.flag, info });
    else {
      const members = [info];
      sets.set(info.exclusive, members);
      rows.push({ kind: 'set', key: info.flag, name: 'other', infos: members });
    }
  }
  return rows.map((row) => {
    if (row.kind === 'flag') return row;
    const [only] = row.infos;
    if (row.infos.length === 1 && only) return { kind: 'flag', key: row.key, info: only };
    return { ...row, name: row.infos.flatMap(({ flag }) => setNames.get(flag) ?? [])[0] ?? 'other' };
  });
}

/** The rows to show, in their groups. `words`: what a person could look for besides the name. Pure. */
export function shownGroups(
  rows: readonly FlagRow[],
  flags: readonly FlagSetting[],
  filter: GroupFilter,
  search: string,
  words: (info: FlagInfo) => string,
): RowGroup[] {
  const wanted = search.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const isSet = (info: FlagInfo): boolean => flags.some(({ flag }) => flag === info.flag);
  const isFound = (row: FlagRow): boolean => {
    if (wanted.length === 0) return true;
    const text = infosOf(row)
      .map((info) => `${info.flag} ${info.flag.replaceAll(/[-_]/g, ' ')} ${words(info)}`)
      .join(' ')
      .toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
  return groupOrder.flatMap((group) => {
    if (filter !== 'all' && filter !== 'set' && filter !== group) return [];
    const own = rows.filter((row) => infosOf(row)[0]?.group === group);
    const shown = own.filter((row) => (filter !== 'set' || infosOf(row).some(isSet)) && isFound(row));
    const setCount = own.flatMap(infosOf).filter(isSet).length;
    return shown.length === 0 ? [] : [{ group, rows: shown, setCount }];
  });
}

/**
 * Flags after one of them was given these values: none takes it out, null stands for the bare flag. Others of its exclusive set go;
 * the place among the rest is kept. Pure.
 */
export function withFlag(
  flags: readonly FlagSetting[],
  flag: string,
  values: readonly (string | null)[],
  others: readonly string[] = [],
): FlagSetting[] {
  const at = flags.findIndex((setting) => setting.flag === flag || others.includes(setting.flag));
  const kept = flags.filter((setting) => setting.flag !== flag && !others.includes(setting.flag));
  const added = values.map((value) => ({ flag, value }));
  const place = at < 0 ? kept.length : flags.slice(0, at).filter((setting) => kept.includes(setting)).length;
  return [...kept.slice(0, place), ...added, ...kept.slice(place)];
}

/** What a profile gives for a flag, in order. Pure. */
export const valuesOf = (flags: readonly FlagSetting[], flag: string): (string | null)[] =>
  flags.filter((setting) => setting.flag === flag).map(({ value }) => value);

/** Flags that this installation does not know. Pure. */
export const unknownFlags = (page: FlagPage, flags: readonly FlagSetting[]): string[] =>
  page.source === 'none'
    ? []
    : [...new Set(flags.map(({ flag }) => flag))].filter((flag) => !page.flags.some((info) => info.flag === flag));

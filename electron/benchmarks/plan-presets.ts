import type { BenchmarkConfiguration } from '../../shared/benchmark.ts';
import type { BenchmarkPreset } from '../../shared/benchmark-outlook.ts';
import type { Engine, FlagSetting, Profile } from '../../shared/engine.ts';
import type { FlagInfo } from '../../shared/flag.ts';
import { problemOf } from '../../shared/problem.ts';

/** What presets are made from: one engine, what its installation knows, and what stands beside it. */
export interface PresetGround {
  engine: Engine;
  /** The one in use there. */
  profile: Profile;
  flags: readonly FlagInfo[];
  profiles: readonly Profile[];
  engines: readonly Engine[];
}

/** What a person chose already. */
export interface PresetWish {
  flag?: FlagSetting | undefined;
  profiles?: [first: string, second: string] | undefined;
  engines?: [first: string, second: string] | undefined;
}

type Preset = Omit<BenchmarkPreset, 'times' | 'problem' | 'choices'> & Partial<BenchmarkPreset>;

/** The configurations that an installation offers to compare. Pure. */
export const planPresets = (ground: PresetGround, wish: PresetWish): BenchmarkPreset[] =>
  [flagPreset(ground, wish), updatePreset(ground, wish), profilesPreset(ground, wish), attentionPreset(ground)].map((preset) => ({
    choices: [],
    times: 1,
    problem: null,
    ...preset,
  }));

/** Groups whose flags change nothing that could be measured, or that Hearth gives itself. */
const beside: ReadonlySet<FlagInfo['group']> = new Set(['network', 'folders', 'debugging', 'demo']);

const flagPreset = ({ engine, flags }: PresetGround, { flag }: PresetWish): Preset => {
  const offered = flags.filter(({ group, isOwned, takes }) => !beside.has(group) && !isOwned && takes !== 'any');
  const choices = offered.map((info) => ({ value: info.flag, label: info.flag }));
  if (!flag) return { id: 'flag', configurations: [], labels: [], choices, problem: problemOf('benchPresetFlag') };
  const text = flag.value === null ? flag.flag : `${flag.flag} ${flag.value}`;
  return {
    id: 'flag',
    configurations: [
      { name: short(`without ${flag.flag}`), flags: [], without: [flag.flag], engine: engine.id },
      { name: short(`with ${text}`), flags: flag.value === null ? [flag.flag] : [flag.flag, flag.value], engine: engine.id },
    ],
    labels: [
      { key: 'flagOff', params: { flag: flag.flag } },
      { key: 'flagOn', params: { flag: text } },
    ],
    choices,
  };
};

/** Two installations of different versions side by side; with one alone its next version is still to come. */
const updatePreset = ({ engine, engines }: PresetGround, { engines: chosen }: PresetWish): Preset => {
  const own = engines.filter(({ kind }) => kind !== 'external');
  const choices = own.map(({ id, name, version }) => ({ value: id, label: version === null ? name : `${name} (${version})` }));
  const other = own.find(({ id, version }) => id !== engine.id && version !== null && version !== engine.version);
  const named = chosen?.flatMap((id) => own.find((one) => one.id === id) ?? []);
  const pair = named?.length === 2 ? named : other ? inOrder(engine, other) : [engine];
  return {
    id: 'update',
    configurations: pair.map(({ id, name, version }) => ({
      name: short(pair.length === 1 ? name : `${name} ${version ?? ''}`.trim()),
      flags: [],
      engine: id,
    })),
    labels: pair.map(({ name, version }) => ({ key: 'version' as const, params: { name, version: version ?? '–' } })),
    choices,
    times: pair.length === 1 ? 2 : 1,
  };
};
const inOrder = (a: Engine, b: Engine): Engine[] =>
  [a, b].sort((one, two) => (one.version ?? '').localeCompare(two.version ?? '', 'en', { numeric: true }));

const profilesPreset = ({ engine, profile, profiles }: PresetGround, { profiles: chosen }: PresetWish): Preset => {
  const choices = profiles.map(({ id, name }) => ({ value: id, label: name }));
  const named = chosen?.flatMap((id) => profiles.find((one) => one.id === id) ?? []);
  const other = profiles.find(({ id }) => id !== profile.id);
  const pair = named?.length === 2 ? named : other ? [profile, other] : [];
  if (pair.length < 2)
    return { id: 'profiles', configurations: [], labels: [], choices, problem: problemOf('benchPresetProfiles') };
  return {
    id: 'profiles',
    configurations: pair.map(({ id, name }) => ({ name: short(name), profile: id, flags: [], engine: engine.id })),
    labels: pair.map(({ name }) => ({ key: 'profile' as const, params: { name } })),
    choices,
  };
};

/** Flags that each stand for one way to compute attention, of which a process takes one. */
const isBackend = ({ flag, takes }: FlagInfo): boolean => takes === 'none' && /^--use-.+-attention$/.test(flag);

const attentionPreset = ({ engine, flags }: PresetGround): Preset => {
  const backends = flags.filter(isBackend).map(({ flag }) => flag);
  if (backends.length === 0)
    return {
      id: 'attention',
      configurations: [],
      labels: [],
      problem: problemOf('benchPresetAttention', { engine: engine.name }),
    };
  const own = (flag: string): BenchmarkConfiguration => ({ name: short(flag), flags: [flag], engine: engine.id });
  return {
    id: 'attention',
    configurations: [{ name: 'default', flags: [], without: backends, engine: engine.id }, ...backends.map(own)],
    labels: [
      { key: 'attentionDefault', params: {} },
      ...backends.map((flag) => ({ key: 'attention' as const, params: { flag } })),
    ],
  };
};

/** Names of configurations are at most so long. */
const longestName = 80;
const short = (name: string): string => (name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name);

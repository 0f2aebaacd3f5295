import { AppError } from '../../shared/app-error.ts';
import type { BenchmarkConfiguration, BenchmarkPlan } from '../../shared/benchmark.ts';
import { looks } from '../../shared/compare-samples.ts';
import type { Engine, FlagSetting, Problem, Profile } from '../../shared/engine.ts';
import { joinValues } from '../../shared/flag-values.ts';
import type { Value } from '../../shared/job.ts';
import { problemOf } from '../../shared/problem.ts';
import { checkValues } from '../../shared/values.ts';
import type { ErrorKey } from '../../shared/words.ts';
import type { ProfileRows } from '../db/profiles.ts';
import type { LoadedTemplate } from '../templates/templates.ts';
import type { BenchmarkDeps } from './benchmark-deps.ts';
import { fillSeeds } from './plan-blocks.ts';

/** A configuration with everything that it stands for now. */
export interface PreparedCell {
  name: string;
  engine: Engine;
  /** Its profile with its flags laid over: what the engine is started with. */
  profile: Profile;
  /** Its own flags: what a start must show. */
  flags: FlagSetting[];
  /** Flags that a start must not show. */
  without: string[];
}

export interface PreparedRun {
  plan: BenchmarkPlan;
  template: LoadedTemplate;
  cells: PreparedCell[];
  /** Parameter that takes the seed; null: the template has none. */
  seedKey: string | null;
  seeds: (string | null)[];
  warmupSeeds: (string | null)[];
  /** What cannot be guaranteed for these engines. */
  cautions: Problem[];
}

type Wanted = Pick<BenchmarkDeps, 'engines' | 'templates'> & { profiles: Pick<ProfileRows, 'find' | 'fallback'> };

/** Looks up what a plan names. Throws AppError for what is not there or does not fit; nothing is changed. */
export const prepareRun = async (plan: BenchmarkPlan, { engines, templates, profiles }: Wanted): Promise<PreparedRun> => {
  const template = templates.get(plan.template);
  if (!template) throw new AppError('invalid-input', 'benchTemplateUnknown', { template: plan.template });
  const seeded = template.parameters.find(({ type }) => type === 'seed');
  if (!seeded && !plan.cold) throw new AppError('invalid-input', 'benchSeedless', { template: template.id });
  const most = plan.extra ? (looks.at(-1) ?? plan.repeats) : plan.repeats;
  const range = { min: toInteger(seeded?.min, 0n), max: toInteger(seeded?.max, 2n ** 64n - 1n) };
  const all = seeded ? drawSeeds(plan, most + plan.warmup, range) : [];
  const given = { ...plan.values, ...(seeded && all[0] !== undefined && { [seeded.key]: all[0] }) };
  const [issue] = checkValues(template, given).issues;
  if (issue) throw new AppError('invalid-input', issue.key, issue.params);
  const nulls = (count: number): null[] => Array.from({ length: count }, () => null);
  const cells: PreparedCell[] = [];
  for (const configuration of plan.configurations) cells.push(await prepareCell(configuration, engines, profiles));
  return {
    plan,
    template,
    cells,
    seedKey: seeded?.key ?? null,
    seeds: seeded ? all.slice(0, most) : nulls(most),
    warmupSeeds: seeded ? all.slice(most) : nulls(plan.warmup),
    cautions: [...new Set(cells.map(({ engine }) => engine))].flatMap(({ kind, name }) =>
      kind === 'external' ? [problemOf('benchExternal', { engine: name })] : [],
    ),
  };
};

const drawSeeds = (plan: BenchmarkPlan, count: number, range: { min: bigint; max: bigint }): string[] => {
  const outside = (plan.seeds ?? []).find((seed) => BigInt(seed) < range.min || BigInt(seed) > range.max);
  if (outside !== undefined) {
    const params = { seed: outside, min: String(range.min), max: String(range.max) };
    throw new AppError('invalid-input', 'benchPlanSeedRange', params);
  }
  try {
    return fillSeeds(plan.seeds ?? [], count, range);
  } catch (error) {
    if (error instanceof RangeError) throw new AppError('invalid-input', 'benchPlanSeedsFew', { count });
    throw error;
  }
};
const toInteger = (value: Value | undefined, otherwise: bigint): bigint =>
  value !== undefined && /^\d+$/.test(String(value)) ? BigInt(value) : otherwise;

const prepareCell = async (
  { name, profile: wanted, flags: words, without = [], engine: named }: BenchmarkConfiguration,
  engines: BenchmarkDeps['engines'],
  profiles: Wanted['profiles'],
): Promise<PreparedCell> => {
  const engine = findEngine(named, engines.list());
  if (engine.kind === 'external') {
    // Nobody here starts it, so nothing of its start can be chosen.
    if (wanted !== undefined || words.length > 0 || without.length > 0)
      throw new AppError('unsupported', 'benchExternalFlags', { engine: engine.name, configuration: name });
    return { name, engine, profile: { ...profiles.fallback(), name: '', flags: [], env: {} }, flags: [], without: [] };
  }
  const base = profiles.find(wanted ?? engine.profileId ?? '') ?? (wanted === undefined ? profiles.fallback() : undefined);
  if (!base) throw new AppError('invalid-input', 'benchProfileUnknown', { profile: wanted ?? '' });
  const flags = await ownFlags(engine, { name, words, without }, engines);
  const patches = [
    ...without.map((flag) => ({ op: 'remove' as const, flag, value: null })),
    ...flags.map((setting) => ({ op: 'set' as const, ...setting })),
  ];
  const laid = patches.length === 0 ? base.flags : await engines.patchedFlags(engine.id, base.flags, patches);
  const profile: Profile = { ...base, flags: laid };
  const problem = await engines.judgeProfile(engine.id, profile);
  if (problem) throw problem;
  return { name, engine, profile, flags, without };
};

/**
 * Flags of a configuration as its installation reads them. They are judged before they are laid over the profile, where the last of two
 * that exclude each other would count, and a flag left out that nobody knows would leave out nothing. Rejects with AppError.
 */
const ownFlags = async (
  { id }: Engine,
  { name, words, without }: { name: string; words: readonly string[]; without: readonly string[] },
  engines: Pick<BenchmarkDeps['engines'], 'parseFlags'>,
): Promise<FlagSetting[]> => {
  if (words.length + without.length === 0) return [];
  const [wanted, left] = [await engines.parseFlags(id, joinValues(words)), await engines.parseFlags(id, joinValues(without))];
  const unknown = left.problems.filter(({ key }) => unknownFlagKeys.has(key));
  const [problem] = [...wanted.problems, ...unknown];
  if (!problem) return wanted.flags;
  if (problem.key === 'flagStray')
    throw new AppError('invalid-input', 'benchFlagStray', { word: problem.params.word ?? '', configuration: name });
  throw AppError.fromWire({ code: 'invalid-input', ...problem });
};
/** What is left out needs no value. */
const unknownFlagKeys: ReadonlySet<string> = new Set<ErrorKey>(['flagUnknown', 'flagUnknownNear']);

/** By id or name; the first that Hearth starts itself when nothing is wanted. Throws AppError where there is none. */
export const findEngine = (wanted: string | undefined, all: readonly Engine[]): Engine => {
  const found =
    wanted === undefined
      ? (all.find(({ kind, state }) => kind !== 'external' && state === 'ready') ?? all.find(({ kind }) => kind !== 'external'))
      : all.find(({ id, name }) => id === wanted || name === wanted);
  if (!found && wanted === undefined) throw new AppError('conflict', 'benchEngineNone');
  if (!found) throw new AppError('invalid-input', 'benchEngineUnknown', { engine: wanted ?? '' });
  return found;
};

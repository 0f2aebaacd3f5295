import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { BenchmarkConfiguration, BenchmarkPlan } from '../../../shared/benchmark.ts';
import { joinValues, splitValues } from '../../../shared/flag-values.ts';
import type { Values } from '../../../shared/job.ts';

/** Where a plan is made: the id of its place. */
export const newPlanPlace = 'new';

export const presetIds = ['flag', 'profiles', 'attention', 'update', 'own'] as const;
export type PresetId = (typeof presetIds)[number];

/** One configuration as it is typed. */
export interface DraftConfiguration {
  /** Of this page only. */
  key: number;
  name: string;
  /** '' = the engine's own. */
  profile: string;
  /** As on a command line. */
  flags: string;
  without: string;
  /** '' = the first that Hearth starts itself. */
  engine: string;
}

/** A plan as it is typed; numbers are text until they are read. */
export interface PlanDraft {
  /** The kept plan that is changed; null: a new one. */
  savedId: string | null;
  name: string;
  /** '' = the first ready one. */
  template: string;
  values: Values;
  seeds: string[] | undefined;
  configurations: DraftConfiguration[];
  repeats: string;
  warmup: string;
  isCold: boolean;
  hasExtra: boolean;
  /** The preset that is being filled in. */
  preset: PresetId;
  /** What a preset filled in last; it is not filled in again over what was typed since. */
  applied: string;
}

let lastKey = 0;
const draftConfiguration = ({ name, profile, flags, without, engine }: BenchmarkConfiguration): DraftConfiguration => ({
  key: ++lastKey,
  name,
  profile: profile ?? '',
  flags: joinValues(flags),
  without: joinValues(without ?? []),
  engine: engine ?? '',
});

export const draftConfigurations = (list: readonly BenchmarkConfiguration[]): DraftConfiguration[] =>
  list.map(draftConfiguration);

const emptyDraft = (): PlanDraft => ({
  savedId: null,
  name: '',
  template: '',
  values: {},
  seeds: undefined,
  configurations: draftConfigurations([
    { name: 'A', flags: [] },
    { name: 'B', flags: [] },
  ]),
  repeats: '10',
  warmup: '1',
  isCold: false,
  hasExtra: false,
  preset: 'own',
  applied: '',
});

const draftStore = createStore<PlanDraft>(emptyDraft);

/** The plan that is being made. It stays while a person looks elsewhere. */
export const usePlanDraft = (): PlanDraft => useStore(draftStore);

export const changeDraft = (change: Partial<PlanDraft>): void => draftStore.setState(change);

export const changeConfiguration = (key: number, change: Partial<DraftConfiguration>): void =>
  draftStore.setState(({ configurations }) => ({
    configurations: configurations.map((one) => (one.key === key ? { ...one, ...change } : one)),
  }));

/** Begins anew; `preset` is what is filled in first. */
export const beginDraft = (preset: PresetId): void => draftStore.setState({ ...emptyDraft(), preset });

/** Takes a plan to be changed. */
export const draftPlan = (plan: BenchmarkPlan, name: string, savedId: string | null): void =>
  draftStore.setState({
    savedId,
    name,
    template: plan.template,
    values: plan.values,
    seeds: plan.seeds,
    configurations: draftConfigurations(plan.configurations),
    repeats: String(plan.repeats),
    warmup: String(plan.warmup),
    isCold: plan.cold,
    hasExtra: plan.extra,
    preset: 'own',
    applied: '',
  });

/** A configuration as a plan has it. Pure. */
export const readConfiguration = ({ name, profile, flags, without, engine }: DraftConfiguration): BenchmarkConfiguration => {
  const left = splitValues(without);
  return {
    name: name.trim(),
    flags: splitValues(flags),
    ...(profile !== '' && { profile }),
    ...(left.length > 0 && { without: left }),
    ...(engine !== '' && { engine }),
  };
};

import { AppError } from '../../shared/app-error.ts';
import type { BenchmarkPlan } from '../../shared/benchmark.ts';
import type { BenchmarkEstimate, BenchmarkPreset, HistoryPoint } from '../../shared/benchmark-outlook.ts';
import { readBenchmarkPlan } from '../../shared/read-benchmark-plan.ts';
import type { BenchmarkRows } from '../db/benchmarks.ts';
import type { ProfileRows } from '../db/profiles.ts';
import type { BenchmarkDeps } from './benchmark-deps.ts';
import { estimateRun } from './estimate-run.ts';
import { planHistory, workKey } from './plan-history.ts';
import { type PresetWish, planPresets } from './plan-presets.ts';
import { findEngine, prepareRun } from './prepare-run.ts';

/** What can be known without measuring anything. */
export interface BenchmarkOutlook {
  /** What a run of it would take. Rejects with AppError as a start would. */
  estimate(plan: BenchmarkPlan): Promise<BenchmarkEstimate>;
  /** `engine`: id or name; the first that Hearth starts itself when absent. Rejects with AppError where there is none. */
  presets(wish: PresetWish & { engine?: string | undefined }): Promise<BenchmarkPreset[]>;
  /** Throws AppError for a plan that is wrong in itself. */
  history(plan: BenchmarkPlan): HistoryPoint[];
}

/** So many runs are looked through. */
const lookedThrough = 1_000;

export const createBenchmarkOutlook = (
  { engines, queue, templates }: Pick<BenchmarkDeps, 'engines' | 'queue' | 'templates'>,
  {
    rows,
    profiles,
  }: { rows: Pick<BenchmarkRows, 'list' | 'samples'>; profiles: Pick<ProfileRows, 'list' | 'find' | 'fallback'> },
): BenchmarkOutlook => ({
  estimate: async (wanted) =>
    estimateRun(await prepareRun(readBenchmarkPlan(wanted), { engines, templates, profiles }), { engines, queue, rows }),
  async presets({ engine: named, ...wish }) {
    const engine = findEngine(named, engines.list());
    if (engine.kind === 'external') throw new AppError('unsupported', 'engineNotOurs', { name: engine.name });
    const { flags } = await engines.flags(engine.id);
    const profile = profiles.find(engine.profileId ?? '') ?? profiles.fallback();
    return planPresets({ engine, profile, flags, profiles: profiles.list(), engines: engines.list() }, wish);
  },
  history(wanted) {
    const key = workKey(readBenchmarkPlan(wanted));
    const same = rows.list(lookedThrough).filter((run) => run.state !== 'running' && workKey(run.plan) === key);
    return planHistory(same.reverse().map((run) => ({ run, samples: rows.samples(run.id) })));
  },
});

import { randomUUID } from 'node:crypto';
import { AppError } from '../../shared/app-error.ts';
import type { SavedPlan } from '../../shared/benchmark.ts';
import { readBenchmarkPlan } from '../../shared/read-benchmark-plan.ts';
import type { EventHub, Input } from '../../shared/rpc.ts';
import { createBenchmarkPlanRows } from '../db/benchmark-plans.ts';
import type { Db } from '../db/database.ts';
import type { Clock } from '../lib/clock.ts';

/** Plans that people keep to run them again. */
export interface BenchmarkPlans {
  /** The last saved first. */
  list(): SavedPlan[];
  /** Keeps it as a new one, or in place of `id`. Throws AppError for a plan that is wrong in itself. */
  save(wanted: Input<'benchmarks.savePlan'>): SavedPlan;
  /** Throws AppError when there is none. Runs of it stay. */
  remove(id: string): void;
}

export const createBenchmarkPlans = ({ db, clock, emit }: { db: Db; clock: Clock; emit: EventHub['emit'] }): BenchmarkPlans => {
  const rows = createBenchmarkPlanRows(db);
  return {
    list: rows.list,
    save({ id = randomUUID(), name, plan }) {
      const saved = { id, name, plan: readBenchmarkPlan(plan), savedAt: new Date(clock.now()).toISOString() };
      rows.save(saved);
      emit('benchmark.planSaved', saved);
      return saved;
    },
    remove(id) {
      if (!rows.remove(id)) throw new AppError('not-found', 'benchPlanUnknown');
      emit('benchmark.planRemoved', { id });
    },
  };
};

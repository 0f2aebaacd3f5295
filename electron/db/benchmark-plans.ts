import { z } from 'zod';
import { BenchmarkPlan, type SavedPlan } from '../../shared/benchmark.ts';
import type { Db } from './database.ts';

export interface BenchmarkPlanRows {
  /** The last saved first. */
  list(): SavedPlan[];
  /** Replaces the one of the same id. */
  save(plan: SavedPlan): void;
  /** Whether there was one. */
  remove(id: string): boolean;
}

const Row = z.object({ id: z.string(), name: z.string(), saved_at: z.int(), plan_json: z.string() });

const toPlan = (raw: unknown): SavedPlan => {
  const { id, name, saved_at, plan_json } = Row.parse(raw);
  return { id, name, plan: BenchmarkPlan.parse(JSON.parse(plan_json)), savedAt: new Date(saved_at).toISOString() };
};

/** Statements over the table of kept plans, prepared once. */
export const createBenchmarkPlanRows = (db: Db): BenchmarkPlanRows => {
  const list = db.prepare('SELECT id, name, saved_at, plan_json FROM benchmark_plans ORDER BY saved_at DESC, seq DESC');
  const save = db.prepare(
    `INSERT INTO benchmark_plans (id, name, saved_at, plan_json) VALUES (@id, @name, @savedAt, @plan)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, saved_at = excluded.saved_at, plan_json = excluded.plan_json`,
  );
  const remove = db.prepare('DELETE FROM benchmark_plans WHERE id = ?');
  return {
    list: () => list.all().map(toPlan),
    save: ({ id, name, plan, savedAt }) => void save.run({ id, name, savedAt: Date.parse(savedAt), plan: JSON.stringify(plan) }),
    remove: (id) => remove.run(id).changes > 0,
  };
};

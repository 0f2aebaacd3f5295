import { z } from 'zod';
import { Profile } from '../../shared/engine.ts';
import { Remedy } from '../../shared/incident.ts';
import { JobState, Values } from '../../shared/job.ts';
import { JobChange } from '../../shared/job-change.ts';
import type { Db } from './database.ts';

/** What only the host knows of a trial. Profiles are whole, secrets included. */
export const TrialPlan = z.object({
  phase: z.enum(['applied', 'starting', 'running', 'confirmed', 'rejected', 'interrupted']),
  remedy: Remedy,
  needsStart: z.boolean(),
  needsJob: z.boolean(),
  isKept: z.boolean(),
  /** Whether the engine was meant to run before. */
  wasUp: z.boolean(),
  /** The profile in use before; null: the engine has none of ours. */
  before: Profile.nullable(),
  /** What is tried in its place. */
  tried: Profile.nullable(),
  /** What was kept: `before` changed, or another profile beside it; null: nothing was written. */
  after: Profile.nullable(),
  /** The job that failed, and where it waited when the trial began. */
  origin: z.string().nullable(),
  originState: JobState.nullable(),
  /** Of a copy that is run instead; null: the very job runs. */
  copyValues: Values.nullable(),
  /** Whether what was tried is still to be taken back. */
  isRollBackDue: z.boolean().default(false),
  /** Whether what helped is still to be put in the place of what did not. */
  isKeepDue: z.boolean().default(false),
  /** Whether what failed in the same way is still to be settled with it. */
  isKinDue: z.boolean().default(false),
  /** What the remedy changes in the copy. */
  changes: z.array(JobChange).default([]),
  /** What is run. */
  job: z.string().nullable(),
});
export type TrialPlan = z.infer<typeof TrialPlan>;

export interface TrialPlanRows {
  save(trial: string, plan: TrialPlan): void;
  find(trial: string): TrialPlan | undefined;
  /** Trials of which that is still to be done. */
  due(what: 'isRollBackDue' | 'isKeepDue' | 'isKinDue'): string[];
}

/** Statements over the trials' plans, prepared once. */
export const createTrialPlanRows = (db: Db): TrialPlanRows => {
  const put = db.prepare(
    'INSERT INTO trial_plans (trial, plan_json) VALUES (?, ?) ON CONFLICT (trial) DO UPDATE SET plan_json = excluded.plan_json',
  );
  const byTrial = db.prepare('SELECT plan_json FROM trial_plans WHERE trial = ?').pluck();
  const due = db.prepare('SELECT trial FROM trial_plans WHERE plan_json ->> ?').pluck();
  return {
    due: (what) => z.array(z.string()).parse(due.all(`$.${what}`)),
    save: (trial, plan) => void put.run(trial, JSON.stringify(plan)),
    find(trial) {
      const raw = byTrial.get(trial);
      return raw === undefined ? undefined : TrialPlan.parse(JSON.parse(z.string().parse(raw)));
    },
  };
};

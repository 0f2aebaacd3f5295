import { AppError } from '../../../shared/app-error.ts';
import type { Engine } from '../../../shared/engine.ts';
import type { Incident, OfferedRemedy } from '../../../shared/incident.ts';
import type { Job, Values } from '../../../shared/job.ts';
import type { ErrorKey } from '../../../shared/words.ts';
import type { ProfileRows } from '../../db/profiles.ts';
import type { TrialPlan } from '../../db/trial-plans.ts';
import { valuesAsRun } from '../../templates/recipe-of.ts';
import { planChanges } from './plan-changes.ts';
import type { TrialDeps } from './trial-deps.ts';

/** Started once to learn something; nobody wants to keep it. */
const lessons: ReadonlySet<string> = new Set(['safe-start']);
/** Jobs that an engine or the store has now. */
const atWork: ReadonlySet<Job['state']> = new Set<Job['state']>(['submitted', 'running']);

export interface TrialWish {
  incident: Incident;
  remedy: OfferedRemedy;
  engine: Engine;
  /** Edited by a person, for a remedy that changes the job. */
  values: Values | undefined;
}

/** Works out what a trial does. Throws AppError for what cannot be tried; nothing is changed. */
export const planTrial = async (
  { incident, remedy, engine, values }: TrialWish,
  deps: Pick<TrialDeps, 'engines' | 'queue' | 'templates' | 'incidents'>,
  profiles: Pick<ProfileRows, 'find' | 'fallback'>,
): Promise<TrialPlan> => {
  const { engines, queue, templates } = deps;
  const job = incident.job === null ? undefined : queue.get(incident.job)?.job;
  if (incident.job !== null && !job && remedy.kind === 'job') throw new AppError('conflict', 'trialJobGone');
  if (job && atWork.has(job.state) && job.attempts.at(-1)?.engine !== engine.id)
    throw new AppError('conflict', 'trialJobElsewhere');
  const changed = job && remedy.kind === 'job' && values === undefined ? await planChanges(deps, incident, remedy.id, job) : null;
  if (remedy.kind === 'job' && values === undefined && changed === null) throw new AppError('conflict', 'trialNoChange');
  const isOurs = engine.kind !== 'external';
  const before = isOurs ? (profiles.find(engine.profileId ?? '') ?? profiles.fallback()) : null;
  return {
    phase: 'applied',
    remedy: { id: remedy.id, kind: remedy.kind, flags: remedy.flags, env: remedy.env, cost: remedy.cost, verify: remedy.verify },
    // A job can be changed without the engine noticing; everything else only counts from a start on.
    needsStart: isOurs && (remedy.kind !== 'job' || engine.state !== 'ready'),
    needsJob: job !== undefined,
    isKept: !lessons.has(remedy.id),
    wasUp: engine.isWanted && engine.state !== 'failed' && engine.state !== 'stopped',
    before,
    tried: before && {
      ...before,
      flags: remedy.flags.length === 0 ? before.flags : await engines.patchedFlags(engine.id, before.flags, remedy.flags),
      env: { ...before.env, ...remedy.env },
    },
    after: null,
    origin: job?.id ?? null,
    originState: job?.state ?? null,
    copyValues: changed?.values ?? values ?? (job?.state === 'succeeded' ? asRun(job, templates) : null),
    isRollBackDue: false,
    isKeepDue: false,
    isKinDue: false,
    changes: changed?.changes ?? [],
    job: null,
  };
};

/** A job that has run through since is not touched again: a copy of it is run. */
const asRun = (job: Job, templates: Pick<TrialDeps['templates'], 'get'>): Values =>
  valuesAsRun(templates.get(job.template, job.version), job);

/** An obstacle as its offer told it. */
export const refusalOf = ({ id, obstacle }: OfferedRemedy): AppError =>
  obstacle
    ? // The key was written by the offer, from the table of sentences.
      new AppError('conflict', obstacle.key as ErrorKey, obstacle.params)
    : new AppError('conflict', 'trialNotOffered', { remedy: id });

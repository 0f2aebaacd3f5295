import type { Incident } from '../../../shared/incident.ts';
import type { Job, Values } from '../../../shared/job.ts';
import type { JobChange } from '../../../shared/job-change.ts';
import { recipeOf } from '../../templates/recipe-of.ts';
import { factsOf } from '../job-changes/facts-of.ts';
import { planJobChange } from '../job-changes/plan-job-change.ts';
import type { TrialDeps } from './trial-deps.ts';

/** A job with a remedy's changes: its values, and all that is changed; null: the remedy changes nothing by itself. */
export interface ChangedJob {
  values: Values;
  changes: JobChange[];
}

/** Works out what a remedy changes, with the node classes that the engine has now, if it runs. */
export const planChanges = async (
  { engines, templates, incidents }: Pick<TrialDeps, 'engines' | 'templates' | 'incidents'>,
  { id, engine, diagnosis }: Pick<Incident, 'id' | 'engine' | 'diagnosis'>,
  remedy: string,
  job: Job,
): Promise<ChangedJob | null> => {
  const recipe = recipeOf(templates, job);
  if (!recipe || !diagnosis) return null;
  const lane = engines.lanes().find(({ engineId }) => engineId === engine);
  const classes = (await lane?.client.objectInfo().catch(() => null)) ?? null;
  const error = incidents.evidence(id).job?.error ?? null;
  const changes = planJobChange(remedy, factsOf(recipe, classes, diagnosis, error));
  if (changes.length === 0) return null;
  const values = changes.flatMap((change) => (change.op === 'value' ? [[change.key, change.after] as const] : []));
  return { values: { ...recipe.values, ...Object.fromEntries(values) }, changes };
};

import type { Job, Values } from '../../shared/job.ts';
import type { JobGraph } from '../../shared/job-change.ts';
import type { Parameter } from '../../shared/template.ts';
import { withChanges } from './change-graph.ts';
import { jobGraphOf } from './job-graph.ts';
import type { LoadedTemplate, Templates } from './templates.ts';

/** What a job is made of. */
interface Recipe {
  /** With what remedies changed in it so far. */
  graph: JobGraph;
  /** Those that still count. */
  parameters: readonly Parameter[];
  /** With the seed that it ran with. */
  values: Values;
}

/** A job's values with the seed that it ran with. Pure. */
export const valuesAsRun = (template: Pick<LoadedTemplate, 'parameters'> | undefined, { values, seed }: Job): Values => {
  const parameter = template?.parameters.find(({ type }) => type === 'seed');
  return parameter && seed !== null ? { ...values, [parameter.key]: seed } : values;
};

/** null: nobody knows its template any more. */
export const recipeOf = (templates: Pick<Templates, 'get'>, job: Job): Recipe | null => {
  const template = templates.get(job.template, job.version);
  if (!template) return null;
  const values = valuesAsRun(template, job);
  const changed = withChanges(template, job.changes?.changes ?? []);
  return {
    graph: jobGraphOf(changed, values),
    parameters: changed.parameters.filter(({ targets }) => targets.length > 0),
    values,
  };
};

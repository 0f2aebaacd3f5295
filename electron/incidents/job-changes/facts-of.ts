import type { Diagnosis } from '../../../shared/incident.ts';
import type { JobError } from '../../../shared/job.ts';
import type { JobFacts } from './job-facts.ts';

/** A job as its remedies look at it. */
export type JobRecipe = Pick<JobFacts, 'graph' | 'parameters' | 'values'>;

/** What is known of a failed job. `error`: as the engine told it with the job, which names the node where the log does not. Pure. */
export const factsOf = (
  recipe: JobRecipe,
  classes: JobFacts['classes'],
  { cause, node, nodeClass }: Pick<Diagnosis, 'cause' | 'node' | 'nodeClass'>,
  error: Pick<JobError, 'node' | 'input'> | null,
): JobFacts => ({
  ...recipe,
  classes,
  cause,
  fault: { node: error?.node ?? node, class: nodeClass ?? node, input: error?.input ?? null },
});

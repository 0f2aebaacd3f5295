import type { EnqueueInput } from '../../../shared/contract.ts';
import type { Job, Values } from '../../../shared/job.ts';
import type { JobChanges } from '../../../shared/job-change.ts';
import type { TrialPlan } from '../../db/trial-plans.ts';

/**
 * What is asked of the queue for the copy of a job that a trial runs. What earlier remedies changed in the job is changed in its copy too,
 * and then the version is the same: the changes were made to that graph. Pure.
 */
export const copyRequest = (
  trial: string,
  { id: origin, template, version, priority, changes: before }: Job,
  values: Values,
  { remedy, changes: own }: Pick<TrialPlan, 'remedy' | 'changes'>,
): { request: EnqueueInput; changes: JobChanges | undefined } => {
  const all = [...(before?.changes ?? []), ...own];
  // Only what a person edited has the template's current version.
  const isSame = remedy.kind !== 'job' || all.length > 0;
  // The same key makes no second copy, whenever Hearth dies.
  const key = `trial/${trial}`;
  return {
    request: { template, ...(isSame && { version }), values, count: 1, key, priority, isFront: true, origin },
    changes: all.some(({ op }) => op !== 'value')
      ? { remedy: own.length > 0 || !before ? remedy.id : before.remedy, changes: all }
      : undefined,
  };
};

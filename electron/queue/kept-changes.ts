import type { EnqueueInput } from '../../shared/contract.ts';
import type { JobChanges } from '../../shared/job-change.ts';
import { withChanges } from '../templates/change-graph.ts';
import type { LoadedTemplate } from '../templates/templates.ts';
import type { Ledger } from './ledger.ts';

/**
 * What a remedy changed in the job that was edited for this request, where the request wants that kept: the graph only, for the values
 * are a person's now. Throws AppError where it does not fit the version that is asked for.
 */
export const keptChanges = (
  { template: id, version, origin, keepsChanges = false }: EnqueueInput,
  ledger: Pick<Ledger, 'jobs' | 'changes'>,
  templates: { get(id: string, version?: number): LoadedTemplate | undefined },
): JobChanges | undefined => {
  const before = keepsChanges && origin !== undefined ? ledger.jobs.find(origin) : undefined;
  const known = before?.template === id ? ledger.changes.of(before.id) : undefined;
  const changes = known?.changes.filter(({ op }) => op !== 'value') ?? [];
  if (!known || changes.length === 0) return undefined;
  const template = templates.get(id, version);
  if (template) withChanges(template, changes);
  return { ...known, changes };
};

import { AppError } from '../../shared/app-error.ts';
import type { EnqueueInput } from '../../shared/contract.ts';
import type { JobChanges } from '../../shared/job-change.ts';
import { withChanges } from '../templates/change-graph.ts';
import type { LoadedTemplate } from '../templates/templates.ts';
import type { Ledger } from './ledger.ts';

/**
 * What a remedy changed in the job that was edited for this request, where the request wants that kept: the graph only, for the values
 * are a person's now. Throws AppError where that job is gone, or was made with another template, and where its changes do not fit the
 * version that is asked for.
 */
export const keptChanges = (
  { template: id, version, origin, keepsChanges = false }: EnqueueInput,
  ledger: Pick<Ledger, 'jobs' | 'changes'>,
  templates: { get(id: string, version?: number): LoadedTemplate | undefined },
): JobChanges | undefined => {
  if (!keepsChanges) return undefined;
  const before = origin === undefined ? undefined : ledger.jobs.find(origin);
  if (before?.template !== id) throw new AppError('not-found', 'editedJobGone');
  const known = ledger.changes.of(before.id);
  const changes = known?.changes.filter(({ op }) => op !== 'value') ?? [];
  if (!known || changes.length === 0) return undefined;
  const template = templates.get(id, version);
  try {
    if (template) withChanges(template, changes);
  } catch (cause) {
    const params = { template: id, version: template?.version ?? 0 };
    throw new AppError('invalid-input', 'editedChangesUnfit', params, { cause });
  }
  return { ...known, changes };
};

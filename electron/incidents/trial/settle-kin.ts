import type { Incident, IncidentFilter } from '../../../shared/incident.ts';
import { isChangedJob, type TrialBook } from './trial-book.ts';
import type { TrialDeps } from './trial-deps.ts';

/** So many incidents of a kind are settled with one of them. */
const mostKin = 200;

/**
 * After a confirmed trial: what failed in the same way on the same engine is cured too, and what else became of that job there, under
 * other remedies too. The incidents are settled, held jobs run again. Once for a trial, and only once its change is kept; may be done
 * again, however far it came before. Rejects when the disk does not take it.
 */
export const settleKin = async (
  id: string,
  { book, incidents, queue }: Pick<TrialDeps, 'incidents' | 'queue'> & { book: TrialBook },
): Promise<void> => {
  const record = book.find(id);
  // What is not kept yet, or no more, has cured nothing.
  if (record?.trial.state !== 'confirmed' || !record.plan.isKinDue || record.plan.isKeepDue) return;
  const { trial, plan } = record;
  const { signature: own, job } = incidents.get(trial.incident);
  // What was changed in one job cures no other.
  const signature = plan.remedy.kind === 'job' ? null : own;
  const find = (filter: IncidentFilter): Incident[] =>
    incidents.list({ filter: { ...filter, engine: trial.engine }, limit: mostKin }).incidents;
  const kin = [...(signature === null ? [] : find({ signature })), ...(job === null ? [] : find({ job }))];
  const jobs = [job, ...kin.map((one) => one.job)].filter((each) => each !== null);
  // What another job runs in the place of does not run again.
  const replaced = isChangedJob(plan) ? plan.origin : null;
  const held = [...new Set(jobs)].filter((each) => each !== replaced && queue.get(each)?.job.state === 'held');
  if (held.length > 0) await queue.requeue(held);
  for (const each of kin) if (incidents.get(each.id).state === 'open') incidents.setTrial(each.id, { confirmed: trial.remedy });
  // It may have been undone meanwhile.
  const now = book.find(id);
  if (now) book.change(now, {}, { isKinDue: false });
};

import type { Remedy } from '../../shared/incident.ts';
import { hasFlagEffect, isFlagKnown } from './flag-effects.ts';
import { type RemedyId, remedyCatalog } from './remedy-catalog.ts';
import type { RemedyPlan } from './remedy-plan.ts';
import type { RunFacts } from './run-facts.ts';

/** Those of a cause's remedies that this version knows and that would change anything here, least invasive first. Pure. */
export const remediesFor = (ids: readonly RemedyId[], facts: RunFacts): Remedy[] =>
  ids.flatMap((id) => {
    const plan: RemedyPlan = remedyCatalog[id];
    const { kind, flags = [], env = {}, cost, verify } = plan;
    return isOffered(plan, facts)
      ? [{ id, kind, flags: flags.map(([op, flag, value = null]) => ({ op, flag, value })), env, cost, verify }]
      : [];
  });

const isOffered = ({ flags = [], platform, gpu }: RemedyPlan, facts: RunFacts): boolean => {
  if (platform && facts.platform && !platform.includes(facts.platform)) return false;
  if (gpu && facts.gpu && !gpu.includes(facts.gpu)) return false;
  return flags.every(([op, flag]) => {
    if (op === 'remove') return facts.args === null || facts.args.includes(flag);
    return isFlagKnown(flag, facts.version) && hasFlagEffect(flag, facts);
  });
};

import type { remedyCosts, remedyProofs } from '../../shared/i18n/en/remedy-facts.ts';
import type { Remedy } from '../../shared/incident.ts';
import type { RunFacts } from './run-facts.ts';

/** A remedy as the catalog holds it. */
export interface RemedyPlan {
  kind: Remedy['kind'];
  /** Operation, flag, value. */
  flags?: readonly (readonly ['add' | 'remove' | 'set', string, string?])[];
  env?: Readonly<Record<string, string>>;
  /** Only there, where that is known. */
  platform?: readonly NonNullable<RunFacts['platform']>[];
  gpu?: readonly NonNullable<RunFacts['gpu']>[];
  cost: keyof typeof remedyCosts;
  verify: keyof typeof remedyProofs;
}

import type { remedies } from '../../shared/i18n/en/remedies.ts';
import { jobRemedies } from './remedies-job.ts';
import { personRemedies } from './remedies-person.ts';
import { profileRemedies } from './remedies-profile.ts';
import type { RemedyPlan } from './remedy-plan.ts';

/** Ids of all known remedies, each with its words. */
export type RemedyId = keyof typeof remedies;

/** Every known remedy. */
export const remedyCatalog: Readonly<Record<RemedyId, RemedyPlan>> = { ...profileRemedies, ...jobRemedies, ...personRemedies };

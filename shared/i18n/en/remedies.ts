import { jobRemedies } from './remedies-job.ts';
import { personRemedies } from './remedies-person.ts';
import { profileRemedies } from './remedies-profile.ts';

/** What to do about an incident, by id of the remedy. */
export const remedies = { ...profileRemedies, ...jobRemedies, ...personRemedies };

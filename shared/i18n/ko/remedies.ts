import type { remedies as en } from '../en/remedies.ts';
import type { Same } from '../same.ts';
import { jobRemedies } from './remedies-job.ts';
import { personRemedies } from './remedies-person.ts';
import { profileRemedies } from './remedies-profile.ts';

export const remedies: Same<typeof en> = { ...profileRemedies, ...jobRemedies, ...personRemedies };

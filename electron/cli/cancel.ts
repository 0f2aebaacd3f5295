import { changeJobs } from './change-jobs.ts';

export const cancel = changeJobs(
  'jobs.cancel',
  'cancel ID…',
  'Cancels jobs; a running one is interrupted. Exit code 1 when an id is unknown or its job is finished, which then stays as it is.',
);

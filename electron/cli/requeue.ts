import { changeJobs } from './change-jobs.ts';

export const requeue = changeJobs(
  'jobs.requeue',
  'requeue ID…',
  'Queues jobs again that are in dead_letter, held, failed_terminal or cancelled. Exit code 1 when an id is unknown or in another state.',
);

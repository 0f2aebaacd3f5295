import type { Priority } from '../../shared/job.ts';

/** Run order of the priorities; 0 is left for what was moved to the front. */
export const grades: Record<Priority, number> = { interactive: 1, normal: 2, batch: 3 };

/** Room between two ranks, so that a job can be put between others later. */
export const rankStep = 1024;

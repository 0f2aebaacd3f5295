import type { firstRun as en } from '../en/first-run.ts';
import type { Same } from '../same.ts';

export const firstRun: Same<typeof en> = {};

import type { queue as en } from '../en/queue.ts';
import type { Same } from '../same.ts';

export const queue: Same<typeof en> = {};

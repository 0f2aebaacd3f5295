import type { reasons as en } from '../en/reasons.ts';
import type { Same } from '../same.ts';

export const reasons: Same<typeof en> = {};

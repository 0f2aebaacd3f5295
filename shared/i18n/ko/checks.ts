import type { checks as en } from '../en/checks.ts';
import type { Same } from '../same.ts';

export const checks: Same<typeof en> = {};

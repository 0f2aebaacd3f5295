import type { frame as en } from '../en/frame.ts';
import type { Same } from '../same.ts';

export const frame: Same<typeof en> = {};

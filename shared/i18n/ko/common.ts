import type { common as en } from '../en/common.ts';
import type { Same } from '../same.ts';

export const common: Same<typeof en> = {};

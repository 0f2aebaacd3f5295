import type { webErrors as en } from '../../en/errors/web.ts';
import type { Same } from '../../same.ts';

export const webErrors: Same<typeof en> = {};

import type { templates as en } from '../en/templates.ts';
import type { Same } from '../same.ts';

export const templates: Same<typeof en> = {};

import type { templatesErrors as en } from '../../en/errors/templates.ts';
import type { Same } from '../../same.ts';

export const templatesErrors: Same<typeof en> = {};

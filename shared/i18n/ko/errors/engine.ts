import type { engineErrors as en } from '../../en/errors/engine.ts';
import type { Same } from '../../same.ts';

export const engineErrors: Same<typeof en> = {};

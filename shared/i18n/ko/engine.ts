import type { engine as en } from '../en/engine.ts';
import type { Same } from '../same.ts';

export const engine: Same<typeof en> = {};

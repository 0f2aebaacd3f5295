import type { generate as en } from '../en/generate.ts';
import type { Same } from '../same.ts';

export const generate: Same<typeof en> = {};
